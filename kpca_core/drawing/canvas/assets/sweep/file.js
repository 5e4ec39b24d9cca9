/** A sweep in a file of its own. */

import { drawOffline } from "../offline.js";
import { createSweep } from "./sweep.js";

drawOffline(createSweep);

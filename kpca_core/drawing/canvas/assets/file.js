/** Spectrum and maps in a file of their own. */

import { createMaps } from "./maps.js";
import { drawOffline } from "./offline.js";

drawOffline(createMaps);

/** Spectrum and maps along a slider in a file of their own, interpolated between solved values. */

import { SCORES } from "../kinds.js";
import { createMaps } from "../maps.js";
import { drawOffline } from "../offline.js";
import { createStore } from "./store.js";

drawOffline((on) => createMaps(on, { beside: [SCORES] }), createStore);

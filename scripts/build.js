import { built, removeOthers } from "./build/built.js";

/** Runs with `npm ci`: builds the current sources, and removes older builds. */
removeOthers(built());

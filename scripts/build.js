import { built, removeOthers } from "./build/built.js";

/** Runs with `npm ci`: builds the sources as they are now, and removes older builds. */
removeOthers(built());

import { subsetInputs } from "./subset-inputs.ts";
import { subsetLists, subsetObjects } from "./subset-objects.ts";

/** The schema subset that the stand-in executes if the published one is absent; a test compares both. */
export const subset = subsetObjects + subsetLists + subsetInputs;

import { subsetInputs } from "./subset-inputs.ts";
import { subsetLists, subsetObjects } from "./subset-objects.ts";

/**
 * The part of Linear's schema that the stand-in executes, to run where the published one is absent. A test
 * holds it against the published one, so that no field here has another type there.
 */
export const subset = subsetObjects + subsetLists + subsetInputs;

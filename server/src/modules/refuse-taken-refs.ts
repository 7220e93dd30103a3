import { ApiError } from "../errors.ts";

/** A taken `externalRef`; `path` is the requesting field's JSON Pointer. */
export interface TakenRef {
  path: string;
  /** The holder, with its handle if readable. */
  holder: string;
}

/** Throws 409 naming every field with a taken reference. Both `external-refs.ts` find the holders. */
export function refuseTaken(taken: readonly TakenRef[]): void {
  const details = taken.map(({ path, holder }) => ({ path, message: `${holder} has the same externalRef` }));
  const [first] = details;
  if (!first) return;
  const message = `${first.path}: ${first.message}. Choose another externalRef, or change the spec that has it.`;
  throw new ApiError("external_ref_taken", message, details);
}

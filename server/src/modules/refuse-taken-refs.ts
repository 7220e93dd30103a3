import { ApiError } from "../errors.ts";

/** An `externalRef` that another spec or plan has. `path` is the JSON Pointer of the body's field that asks for it. */
export interface TakenRef {
  path: string;
  /** The spec or plan that has it, with its handle where the actor can read it. */
  holder: string;
}

/** Throws 409 if another spec or plan has a reference already; the details name every field that asks for one. `external-refs.ts` of plans and of specs look for who has it. */
export function refuseTaken(taken: readonly TakenRef[]): void {
  const details = taken.map(({ path, holder }) => ({ path, message: `${holder} has the same externalRef` }));
  const [first] = details;
  if (!first) return;
  const message = `${first.path}: ${first.message}. Choose another externalRef, or change what has it.`;
  throw new ApiError("external_ref_taken", message, details);
}

import { ApiError } from "../../../errors.ts";
import type { SourceRow } from "../store.ts";

/** Returns the address that a source is read from again. Throws 409 `not_a_url` for one that has none. */
export function addressOf({ url }: Pick<SourceRow, "url">): string {
  if (url !== null) return url;
  throw new ApiError(
    "not_a_url",
    "The source has no address to read it from again. Change its text, or upload its file again.",
  );
}

import { ApiError } from "../../../errors.ts";
import type { SourceRow } from "../store.ts";

/** Returns a page's address; throws 409 `not_a_url` for other sources. */
export function addressOf({ url }: Pick<SourceRow, "url">): string {
  if (url !== null) return url;
  throw new ApiError(
    "not_a_url",
    "The source has no address to read it from again. Change its text, or upload its file again.",
  );
}

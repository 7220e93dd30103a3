import { getFile } from "@groundplan/contract";
import { queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../../../client/src/errors.ts";
import { blobOf } from "../../api/blob-of.ts";
import { call } from "../../api/call.ts";
import { sentenceOf } from "../loading/problem.tsx";

/** A file never changes. Its bytes are kept for a minute after the last text that shows it is gone. */
export const pictureOf = (path: string) => {
  const fileId = path.split("/")[3] ?? "";
  return queryOptions({
    queryKey: [getFile.path, fileId],
    queryFn: async ({ signal }) => blobOf(await call(getFile, { params: { fileId } }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
};

/** Says why a picture can't be shown; a removed one is told by its name. */
export function whyLost(alt: string, error: unknown): string {
  const details = error instanceof ApiError ? (error.details as { name?: string } | undefined) : undefined;
  return details?.name === undefined
    ? `${alt || "Picture"}: ${sentenceOf(error)}`
    : `${details.name}, removed`;
}

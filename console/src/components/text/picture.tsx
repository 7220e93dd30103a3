import { getFile } from "@groundplan/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { blobOf } from "../../api/blob-of.ts";
import { call } from "../../api/call.ts";
import { sentenceOf } from "../loading/problem.tsx";

export interface PictureProperties {
  /** Its address, as the text has it. */
  path: string;
  alt: string;
}

/** A file never changes. Its bytes are kept for a minute after the last text that shows it is gone. */
const pictureOf = (fileId: string) =>
  queryOptions({
    queryKey: [getFile.path, fileId],
    queryFn: async ({ signal }) => blobOf(await call(getFile, { params: { fileId } }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** A picture of a document, loaded with the session; one that can't be shown is told by name. */
export default function Picture({ path, alt }: PictureProperties) {
  const fileId = path.split("/")[3] ?? "";
  const { data: blob, error } = useQuery(pictureOf(fileId));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (error) return <Lost alt={alt} error={error} />;
  if (address === null)
    return (
      <span role="status" className="rounded-md bg-sunk p-1 text-note text-ink-2">
        Loading {alt || "a picture"}…
      </span>
    );
  return (
    <img src={address} alt={alt} className="my-1 inline-block max-w-full rounded-card border border-line" />
  );
}

function Lost({ alt, error }: { alt: string; error: unknown }) {
  const details = error instanceof ApiError ? (error.details as { name?: string } | undefined) : undefined;
  return (
    <span className="rounded-md bg-sunk p-1 text-note text-ink-2">
      {details?.name === undefined ? `${alt || "Picture"}: ${sentenceOf(error)}` : `${details.name}, removed`}
    </span>
  );
}

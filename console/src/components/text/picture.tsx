import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pictureOf, whyLost } from "./picture-of.ts";

export interface PictureProperties {
  /** Its address, as the text has it. */
  path: string;
  alt: string;
}

/** A picture of a document, loaded with the session; one that can't be shown is told by name. */
export default function Picture({ path, alt }: PictureProperties) {
  const { data: blob, error } = useQuery(pictureOf(path));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (error)
    return <span className="rounded-md bg-sunk p-1 text-note text-ink-2">{whyLost(alt, error)}</span>;
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

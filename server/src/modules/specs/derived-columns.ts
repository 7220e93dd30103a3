import { hash } from "node:crypto";
import type { SpecRow } from "./access.ts";
import { readiness } from "./readiness/index.ts";

type Text = Pick<SpecRow, "title" | "content" | "effort">;
/** A spec's text with the columns computed from it; they are written together or not at all. */
export type TextColumns = Pick<SpecRow, keyof Text | "readiness_computed" | "text_hash">;

/** Returns the columns of a text. Takes time in proportion to its length (docs/readiness.md, speed). */
export function textColumns({ title, content, effort }: Text): TextColumns {
  return {
    title,
    content,
    effort,
    readiness_computed: readiness({ title, content, effort, danglingNeeds: [] }).readiness,
    text_hash: textHash(title, content),
  };
}

/** Returns the SHA-256 in base64url; two texts have the same one only if title and content are equal. */
export function textHash(title: string, content: string): string {
  return hash("sha256", JSON.stringify([title, content]), "base64url");
}

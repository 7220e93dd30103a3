import { hash } from "node:crypto";
import type { SpecRow } from "./access.ts";
import { readiness } from "./readiness/index.ts";

type Text = Pick<SpecRow, "title" | "content" | "effort">;
/** A text and its derived columns, always written together. */
export type TextColumns = Pick<SpecRow, keyof Text | "readiness_computed" | "text_hash">;

/** Computes the columns in linear time (docs/readiness.md, speed). */
export function textColumns({ title, content, effort }: Text): TextColumns {
  return {
    title,
    content,
    effort,
    readiness_computed: readiness({ title, content, effort, danglingNeeds: [] }).readiness,
    text_hash: textHash(title, content),
  };
}

/** Returns a base64url SHA-256 of title and content. */
export function textHash(title: string, content: string): string {
  return hash("sha256", JSON.stringify([title, content]), "base64url");
}

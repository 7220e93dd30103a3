import type { Selected } from "./selected-words.ts";
import type { Discussed } from "./talk.ts";

/** The words being commented on, with the text as it was at the start. */
export interface Draft extends Discussed {
  kind: "comment" | "suggestion";
  words: Selected;
}

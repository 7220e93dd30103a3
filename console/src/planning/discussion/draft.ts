import type { Discussed } from "./discussion.ts";
import type { Selected } from "./selected-words.ts";

/** The commented words, with the text as it was. */
export interface Draft extends Discussed {
  kind: "comment" | "suggestion";
  words: Selected;
}

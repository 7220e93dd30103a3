import type { Selected } from "./selected-words.ts";
import type { Discussed } from "./talk.ts";

/** The commented words, with the text as it was. */
export interface Draft extends Discussed {
  kind: "comment" | "suggestion";
  words: Selected;
}

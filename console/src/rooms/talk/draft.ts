import type { Selected } from "./selected-words.ts";
import type { Discussed } from "./talk.ts";

/** Words that somebody writes about, with the text as it was when they began. */
export interface Draft extends Discussed {
  kind: "comment" | "suggestion";
  words: Selected;
}

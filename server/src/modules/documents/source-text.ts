import type { Db } from "../../storage/dialect.ts";
import { wholeText } from "../context/change-source.ts";
import { mostCharacters, textOfSource } from "../context/present.ts";
import type { FoundDocument } from "./document.ts";

/** Returns the text of a document; of a source at most the 1,000,000 characters that its own read answers. */
export async function sourceText(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : ((await textOfSource(db, text)) ?? "");
}

/** Returns the text of a document as a whole, however long it is. */
export async function wholeTextOf(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : wholeText(db, text);
}

/** Returns the same, and calls `turn` between parts of it. A text that is replaced meanwhile is not whole. */
export async function textInTurns(
  db: Db,
  { text }: Pick<FoundDocument, "text">,
  turn: () => Promise<void>,
): Promise<string> {
  if (typeof text === "string") return text;
  let whole = "";
  for (let from = 0; from < text.text_chars; from += mostCharacters) {
    whole += (await textOfSource(db, text, from)) ?? "";
    await turn();
  }
  return whole;
}

import type { Db } from "../../storage/dialect.ts";
import { wholeText } from "../context/change-source.ts";
import { mostCharacters, textOfSource } from "../context/present.ts";
import type { FoundDocument } from "./document.ts";

/** Returns a document's text; of a source up to 1,000,000 characters. */
export async function sourceText(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : ((await textOfSource(db, text)) ?? "");
}

/** Returns the whole text. */
export async function wholeTextOf(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : wholeText(db, text);
}

/** Returns the whole text, calling `turn` between parts. A concurrent replacement leaves it incomplete. */
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

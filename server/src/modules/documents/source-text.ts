import type { Db } from "../../storage/dialect.ts";
import { wholeText } from "../context/change-source.ts";
import { textOfSource } from "../context/present.ts";
import type { FoundDocument } from "./document.ts";

/** Returns the text of a document; of a source at most the 1,000,000 characters that its own read answers. */
export async function sourceText(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : ((await textOfSource(db, text)) ?? "");
}

/** Returns the text of a document as a whole, however long it is. */
export async function wholeTextOf(db: Db, { text }: Pick<FoundDocument, "text">): Promise<string> {
  return typeof text === "string" ? text : wholeText(db, text);
}

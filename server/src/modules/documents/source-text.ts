import type { Db } from "../../storage/dialect.ts";
import { textOfSource } from "../context/present.ts";
import type { FoundDocument } from "./document.ts";

/** Returns the text of a document; of a source at most the 1,000,000 characters that its own read answers. */
export async function sourceText(db: Db, { text }: FoundDocument): Promise<string> {
  return typeof text === "string" ? text : ((await textOfSource(db, text)) ?? "");
}

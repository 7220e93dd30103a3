import { indexDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import { sourceOfId } from "./store.ts";
import { readText } from "./texts.ts";

/** The most characters of a text that are indexed. */
const mostIndexed = 256 * 1024;

/** Puts a source into the index of the search as it is now, with the beginning of its text. */
export async function indexSource(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const source = await sourceOfId(tx, workspaceId, id);
  if (!source) return;
  const of = { workspaceId, sourceId: id, revision: source.text_revision };
  const text = await readText(tx, of, 0, mostIndexed);
  await indexDocument(tx, { workspaceId, kind: "source", id, names: [], title: source.title, text });
}

import { registerHooks } from "node:module";

/** Loaded with `--import`: documents are not put into the index of the search, in any thread of the process. */
const head = "export async function indexDocument(tx: Tx, document: SearchDocument): Promise<void> {";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/full-text/index-document.ts")) return loaded;
    const source = String(loaded.source);
    if (!source.includes(head)) throw new Error("indexDocument is not where it was");
    return { ...loaded, source: source.replace(head, `${head} return;`) };
  },
});

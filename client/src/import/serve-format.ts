import type { Files } from "./files.ts";
import { type Format, type Found, NotImportable, type Notice, type Parsed, type Source } from "./format.ts";
import { type GivenFile, givenFiles } from "./given-files.ts";
import { openGiven } from "./open-given.ts";

/** Find sources in these files, or read one. */
export type FormatRequest =
  | { given: readonly GivenFile[]; path: string; options: Readonly<Record<string, string>> }
  | { read: Source; options: Readonly<Record<string, string>> };

/** Errors lose their class in `postMessage`, so they are answers. */
export type FormatAnswer =
  | { found: Found }
  | { parsed: Parsed }
  | { notImportable: { message: string; notices: readonly Notice[] } }
  | { failed: string };

interface WorkerScope {
  onmessage: ((message: { data: FormatRequest }) => void) | null;
  postMessage(answer: FormatAnswer): void;
}

/** Lets a worker of the browser read a format's folders for the page. */
export function serveFormat(formatOf: (files: Files) => Format): void {
  // Node's types lack the scope of a browser's worker.
  const scope = globalThis as unknown as WorkerScope;
  let format = formatOf(givenFiles([]));
  async function answer(asked: FormatRequest): Promise<FormatAnswer> {
    if ("read" in asked) return { parsed: await format.read(asked.read, asked.options) };
    format = formatOf((await openGiven(asked.given)).files);
    return { found: await format.find(asked.path, asked.options) };
  }
  scope.onmessage = ({ data }) => {
    void answer(data)
      .catch(problemOf)
      .then((answered) => scope.postMessage(answered));
  };
}

function problemOf(error: unknown): FormatAnswer {
  if (!(error instanceof NotImportable)) return { failed: String(error) };
  return { notImportable: { message: error.message, notices: error.notices } };
}

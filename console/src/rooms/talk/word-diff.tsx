import { ChangedWords } from "../../parts/changed-words.tsx";

/** Shows what changed between two short texts as they are written, word by word. */
export const WordDiff = (texts: { before: string; after: string }) => (
  <p className="max-h-60 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono text-note break-words whitespace-pre-wrap">
    <ChangedWords {...texts} />
  </p>
);

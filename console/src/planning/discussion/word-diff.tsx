import { laterOf } from "../../components/loading/later.tsx";

const ChangedWords = laterOf(
  () => import("../../components/text/changed-words.tsx"),
  ({ ChangedWords }) => ChangedWords,
  { waiting: ({ after }) => after, lost: ({ after }) => after },
);

/** Lazily loaded; shows the new text until then. */
export const WordDiff = (texts: { before: string; after: string }) => (
  <div className="max-h-60 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono text-note break-words whitespace-pre-wrap">
    <ChangedWords {...texts} />
  </div>
);

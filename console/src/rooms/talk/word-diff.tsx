import { lazy, Suspense } from "react";

const ChangedWords = lazy(() =>
  import("../../parts/changed-words.tsx").then((module) => ({ default: module.ChangedWords })),
);

/**
 * Shows what changed between two short texts as they are written, word by word. What finds it is loaded with the first one;
 * until then the new text stands alone.
 */
export const WordDiff = (texts: { before: string; after: string }) => (
  <p className="max-h-60 overflow-y-auto rounded-md bg-sunk px-2 py-1 font-mono text-note break-words whitespace-pre-wrap">
    <Suspense fallback={texts.after}>
      <ChangedWords {...texts} />
    </Suspense>
  </p>
);

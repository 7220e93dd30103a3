import type { Suggestion, Thread } from "@groundplan/contract";
import type { Mark } from "../../markdown/marks.ts";
import type { Discussed } from "./discussion.ts";
import type { Words } from "./discussion-edits.ts";
import type { OpenItem } from "./open-item.ts";

/** Longer replacements appear only in the card. */
const longestInserted = 400;

interface Properties extends Pick<Discussed, "document" | "source"> {
  threads: readonly Thread[];
  suggestions: readonly Suggestion[];
  shown: OpenItem;
  draft: Words | null;
}

/** A stable identity avoids another rendering. */
export const noMarks: readonly Mark[] = [];

/** Returns the highlights of open threads and suggestions, and of the draft. */
export function textMarks(properties: Properties): readonly Mark[] {
  const { document, source, threads, suggestions, shown, draft } = properties;
  // The text and its threads are fetched separately.
  const isHere = ({ anchor }: Thread) =>
    anchor?.state === "moved"
      ? anchor.revision === document.revision
      : anchor?.state === "attached" && source.slice(anchor.start ?? 0, anchor.end ?? 0) === anchor.exact;
  const ofThreads = threads
    .filter((thread) => (thread.state === "open" || thread.id === shown.thread) && isHere(thread))
    .map(({ id, anchor }) => ({
      id,
      from: anchor?.start ?? 0,
      to: anchor?.end ?? 0,
      isActive: id === shown.thread,
    }));
  const ofSuggestions = suggestions
    .filter(({ state }) => state === "open")
    .flatMap(({ id, hunks }) =>
      hunks.flatMap(({ start, end, exact, replacement }) =>
        start === null || end === null || source.slice(start, end) !== exact
          ? []
          : [{ id, from: start, to: end, isActive: id === shown.suggestion, inserted: clipped(replacement) }],
      ),
    );
  const ofDraft = draft ? [{ id: "draft", from: draft.from, to: draft.to, isActive: true }] : [];
  const all = [...ofThreads, ...ofSuggestions, ...ofDraft];
  return all.length === 0 ? noMarks : all;
}

const clipped = (text: string) =>
  text.length > longestInserted ? `${text.slice(0, longestInserted)}…` : text;

import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { later } from "../../components/loading/later.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import type { TreeInput } from "../../markdown/tree.ts";
import { type Discussed, useDiscussion } from "./discussion.ts";
import type { Draft } from "./draft.ts";
import { useOpen, useOpenItem } from "./open-item.ts";
import { noMarks, textMarks } from "./text-marks.ts";

/** Silent: the conversation in this chunk shows the error. */
export const Selection = later(() => import("./selection.tsx"), { lost: () => null });

/** A text whose words can be discussed. */
export const DiscussedText = memo(function DiscussedText({
  discussed,
  source,
  criteria,
  notedLines,
}: {
  /** Null until the user's rights are known. */
  discussed: Discussed | null;
  source: string;
  criteria?: TreeInput["criteria"];
  notedLines?: readonly number[] | undefined;
}) {
  const about = discussed?.document ?? null;
  const text = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const { threads, suggestions } = useDiscussion(about);
  const shown = useOpenItem();
  const show = useOpen();
  const { thread, suggestion } = shown;
  const isNew = draft?.document.revision === about?.revision;
  const words = draft && isNew ? draft.words : null;
  const marks = useMemo(
    () =>
      about
        ? textMarks({
            document: about,
            source,
            threads,
            suggestions,
            shown: { thread, suggestion },
            draft: words,
          })
        : noMarks,
    [about, source, threads, suggestions, thread, suggestion, words],
  );
  useEffect(() => bringIntoView(text.current, thread ?? suggestion), [thread, suggestion]);
  const onClick = ({ target }: MouseEvent) => {
    const ids =
      target instanceof Element ? target.closest<HTMLElement>("[data-talk]")?.dataset.talk?.split(" ") : [];
    if (!getSelection()?.isCollapsed) return;
    const found = threads.find(({ id }) => ids?.includes(id));
    const other = suggestions.find(({ id }) => ids?.includes(id));
    if (found) show({ thread: found.id });
    else if (other) show({ suggestion: other.id });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the cards beside it are links.
    <div ref={text} className="relative" onClick={onClick}>
      <Markdown text={source} criteria={criteria ?? none} marks={marks} notedLines={notedLines} />
      {discussed && (
        <Selection text={text} source={source} discussed={discussed} draft={draft} setDraft={setDraft} />
      )}
    </div>
  );
});

const none: NonNullable<TreeInput["criteria"]> = [];

/** The milliseconds after which scrolling to the words would disturb. */
const mostWait = 5000;

/** Scrolls to the addressed words; returns a cancel function. */
function bringIntoView(text: HTMLElement | null, id: string | undefined): (() => void) | undefined {
  if (!text || id === undefined) return undefined;
  const look = () => {
    const words = text.querySelector(`[data-talk~="${CSS.escape(id)}"]`);
    words?.scrollIntoView({ block: "nearest" });
    return words !== null;
  };
  if (look()) return undefined;
  const observer = new MutationObserver(() => look() && end());
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(end, mostWait);
  observer.observe(text, { childList: true, subtree: true });
  return end;
}

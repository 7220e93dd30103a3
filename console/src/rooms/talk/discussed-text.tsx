import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useKey } from "../../frame/keys.ts";
import type { Criterion } from "../../markdown/criteria.ts";
import { later } from "../../parts/later.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { focusSheet } from "../../parts/sheet.tsx";
import type { Draft } from "./draft.ts";
import { type Selected, selectedWords } from "./selected-words.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { type Discussed, useTalk } from "./talk.ts";
import { useShow, useShown } from "./talk-search.ts";
import { noMarks, textMarks } from "./text-marks.ts";

/** The conversation beside the text brings it along. */
const DraftBox = later(async () => ({ default: (await import("./draft-box.tsx")).DraftBox }));

/** A selection rests for so many milliseconds before something is offered for it. */
const rest = 150;

/** Shows a text with what is said about its words, and lets people say something about those that they select. */
export function DiscussedText({
  discussed,
  source,
  criteria,
  notedLines,
}: {
  /** This is null until it is known what one may say; the text itself shows before. */
  discussed: Discussed | null;
  source: string;
  criteria?: readonly Criterion[];
  notedLines?: readonly number[] | undefined;
}) {
  const about = discussed?.document ?? null;
  const text = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [selected, setSelected] = useSelected(text, source);
  const { threads, suggestions } = useTalk(about);
  const shown = useShown();
  const show = useShow();
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
  const { canComment = false, canSuggest = false } = about?.capabilities ?? {};
  const begin = (kind: Draft["kind"]) => {
    const words = text.current && selectedWords(text.current, source);
    if (discussed && words && (kind === "comment" ? canComment : canSuggest)) {
      setDraft({ ...discussed, kind, words });
      getSelection()?.removeAllRanges();
      setSelected(null);
    } else if (kind === "comment") document.querySelector<HTMLElement>("[data-act=comment]")?.click();
  };
  useKey("mod+alt+m", "Comment on the selected words", () => begin("comment"));
  useKey("m", "Comment on the selected words, or on all of it", () => begin("comment"));
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
      {selected && !draft && (canComment || canSuggest) && (
        <Below box={selected.box} around={text.current} width={canSuggest ? 210 : 120}>
          <SelectionBar begin={begin} canComment={canComment} canSuggest={canSuggest} />
        </Below>
      )}
      {draft && (
        <Below box={draft.words.box} around={text.current} width={360}>
          <DraftBox
            draft={draft}
            onMade={(made) => {
              setDraft(null);
              show(made);
            }}
            onCancel={() => {
              setDraft(null);
              focusSheet();
            }}
          />
        </Below>
      )}
    </div>
  );
}

const none: readonly Criterion[] = [];

/** A text is laid out a moment after the room is there; later than so many milliseconds nobody is moved any more. */
const mostWait = 5000;

/** Brings the words that the address shows into view, once they are there. Returns what ends the wait for them. */
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

/** Returns the words that are selected in a text, once the selection rests. */
function useSelected(text: { current: HTMLElement | null }, source: string) {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSelected(text.current && selectedWords(text.current, source)), rest);
    };
    document.addEventListener("selectionchange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
    };
  }, [text, source]);
  return [selected, setSelected] as const;
}

interface BelowProperties {
  /** The place on the screen below which it is shown, when it was selected. */
  box: DOMRect;
  around: HTMLElement | null;
  /** The width that it wants. */
  width: number;
  children: ReactNode;
}

/** Shows something below words of a text, within the text's width. */
function Below({ box, around, width, children }: BelowProperties) {
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  useEffect(() => {
    if (!around) return;
    const outer = around.getBoundingClientRect();
    const left = Math.max(0, Math.min(box.left - outer.left, outer.width - width));
    setPlace((before) => before ?? { top: box.bottom - outer.top + 6, left });
  }, [box, around, width]);
  return (
    place && (
      <div className="absolute z-10 max-w-full" style={place}>
        {children}
      </div>
    )
  );
}

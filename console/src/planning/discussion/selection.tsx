import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { useKey } from "../../components/keyboard/keys.ts";
import { focusMain } from "../../components/page/main.tsx";
import type { Discussed } from "./discussion.ts";
import type { Draft } from "./draft.ts";
import { DraftBox } from "./draft-box.tsx";
import { useOpen } from "./open-item.ts";
import { type Selected, selectedWords } from "./selected-words.ts";
import { SelectionBar } from "./selection-bar.tsx";

/** The debounce of the selection, in milliseconds. */
const rest = 150;

interface Properties {
  text: RefObject<HTMLElement | null>;
  source: string;
  discussed: Discussed;
  draft: Draft | null;
  setDraft: (draft: Draft | null) => void;
}

/** Comments on selected words, below them. */
export default function Selection({ text, source, discussed, draft, setDraft }: Properties) {
  const [selected, setSelected] = useSelected(text, source);
  const show = useOpen();
  const { canComment, canSuggest } = discussed.document.capabilities;
  const begin = (kind: Draft["kind"]) => {
    const words = text.current && selectedWords(text.current, source);
    if (words && (kind === "comment" ? canComment : canSuggest)) {
      setDraft({ ...discussed, kind, words });
      getSelection()?.removeAllRanges();
      setSelected(null);
    } else if (kind === "comment") document.querySelector<HTMLElement>("[data-act=comment]")?.click();
  };
  useKey("mod+alt+m", "Comment on the selected text", () => begin("comment"));
  useKey("m", "Comment on the selected text, or on the whole text", () => begin("comment"));
  if (draft)
    return (
      <Below box={draft.words.box} around={text.current} width={360}>
        <DraftBox
          draft={draft}
          onMade={(made) => {
            setDraft(null);
            show(made);
          }}
          onCancel={() => {
            setDraft(null);
            focusMain();
          }}
        />
      </Below>
    );
  return (
    selected &&
    (canComment || canSuggest) && (
      <Below box={selected.box} around={text.current} width={canSuggest ? 210 : 120}>
        <SelectionBar begin={begin} canComment={canComment} canSuggest={canSuggest} />
      </Below>
    )
  );
}

/** Returns the debounced selection within a text. */
function useSelected(text: RefObject<HTMLElement | null>, source: string) {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSelected(text.current && selectedWords(text.current, source)), rest);
    };
    look(); // Something may have been selected while this was loading.
    document.addEventListener("selectionchange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
    };
  }, [text, source]);
  return [selected, setSelected] as const;
}

interface BelowProperties {
  /** The selection's position when it was made. */
  box: DOMRect;
  around: HTMLElement | null;
  /** The preferred width. */
  width: number;
  children: ReactNode;
}

/** Positions content below words, within the text's width. */
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

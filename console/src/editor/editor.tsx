import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { ChangeSet, EditorState, Text, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { changesBetween } from "./changes.ts";
import { addCriterion, criteriaKeys, makeCriteria } from "./criteria-keys.ts";
import { indentKeys } from "./indent.ts";
import { markdown } from "./language/markdown.ts";
import { asTheyAre, lineEndsOf } from "./line-ends.ts";
import { look } from "./look.ts";
import { richPaste } from "./paste/rich-paste.ts";
import { settled } from "./pending.ts";
import { pictures, type SendPicture, sendPictures } from "./pictures.ts";
import { references } from "./references/in-editor.ts";
import type { Names } from "./references/offers.ts";
import { endOfIntroduction, rangeOf } from "./word-range.ts";
import { writing } from "./writing.ts";

export interface EditorHandle {
  focus: () => void;
  addCriterion: () => void;
  /** Acts on the block at a line, by default the cursor's. */
  makeCriteria: (line?: number) => void;
  /** Selects the first of these words in a line, or the whole line; from 1. */
  selectWords: (line: number, words: readonly string[]) => void;
  /** Sends pictures to the cursor's place. */
  addPictures: (files: readonly File[]) => void;
  /** Moves the cursor behind the introduction. */
  writeMore: () => void;
  /** Waits for uploads and pastes that will stand in the text. */
  settled: () => Promise<void>;
  /** Replaces the whole text, in one step to undo. */
  replace: (text: string) => void;
  /** Merges another user's change; edits and cursor stay. */
  bringIn: (before: string, after: string) => void;
}

export interface EditorProperties {
  /** The accessible name. */
  label: string;
  text: string;
  /** Reads a YAML head as such. */
  hasFrontMatter?: boolean;
  onChange: (text: string) => void;
  onEnd: () => void;
  onSave: () => void;
  sendPicture: SendPicture;
  names: Names;
  /** Called with null on unmount. */
  onReady: (editor: EditorHandle | null) => void;
  /** Receives on unmount what uploads under way will add to a text, which may have changed by then. */
  onLeft?: (late: Promise<(text: string) => string>) => void;
}

/** Untouched bytes stay as they are. */
export default function Editor(properties: EditorProperties) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(properties);
  latest.current = properties;
  useEffect(() => {
    if (!place.current) return;
    const { text, label, hasFrontMatter = false, onReady } = latest.current;
    let ends = lineEndsOf(text);
    const does = (act: () => void) => () => {
      act();
      return true;
    };
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: ends.toLines(text),
        extensions: [
          // Foreign line ends stay inside the line.
          EditorState.lineSeparator.of("\n"),
          // Windows gives those of pasted and dropped words.
          EditorView.clipboardInputFilter.of((words) => words.replace(/\r\n?/g, "\n")),
          markdown(hasFrontMatter),
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-description":
              "Tab indents. Escape, then Tab, leaves the text. Alt+F10 goes to the formatting bar.",
            spellcheck: "true",
            autocapitalize: "sentences",
          }),
          look,
          references(() => latest.current.names),
          writing((...given) => latest.current.sendPicture(...given)),
          pictures((...given) => latest.current.sendPicture(...given)),
          richPaste((...given) => latest.current.sendPicture(...given)),
          keymap.of([
            ...criteriaKeys,
            ...indentKeys,
            { key: "Escape", run: does(() => latest.current.onEnd()) },
            { key: "Mod-s", run: does(() => latest.current.onSave()) },
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(ends.toText(state.sliceDoc()));
          }),
        ],
      }),
    });
    const select = (from: number, to: number) => {
      const text = ends.toText(view.state.sliceDoc());
      const at = (place: number) => ends.toLines(text.slice(0, place)).length;
      view.dispatch({ selection: { anchor: at(from), head: at(to) }, scrollIntoView: true });
      view.focus();
    };
    onReady({
      focus: () => view.focus(),
      addCriterion: () => addCriterion(view),
      makeCriteria: (line) =>
        makeCriteria(view, line ?? view.state.doc.lineAt(view.state.selection.main.head).number),
      selectWords: (line, words) => {
        const place = rangeOf(ends.toText(view.state.sliceDoc()), line, words);
        if (place) select(place.from, place.to);
      },
      addPictures: (files) =>
        sendPictures(view, files, view.state.selection.main.to, latest.current.sendPicture),
      settled: () => settled(view),
      writeMore: () => {
        const at = endOfIntroduction(ends.toText(view.state.sliceDoc()));
        select(at, at);
      },
      replace: (text) =>
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: ends.toLines(text) },
          annotations: isolateHistory.of("full"),
          userEvent: "input",
        }),
      bringIn: (before, after) => {
        // Another user's line ends may differ: then each is kept.
        if (ends.toText(ends.toLines(after)) !== after) {
          ends = asTheyAre;
          keepWindowsEnds(view);
        }
        bringIn(view, ends.toLines(before), ends.toLines(after));
      },
    });
    return () => {
      const { onReady, onLeft } = latest.current;
      const left = ends.toText(view.state.sliceDoc());
      onReady(null);
      view.destroy();
      // Its state takes what arrives later.
      onLeft?.(settled(view).then(() => laterThan(left, ends.toText(view.state.sliceDoc()))));
    };
  }, []);
  return <div ref={place} />;
}

/** Returns the changes that turn one text into the other, for what the first has become. */
function changesFor(now: string, before: string, after: string): ChangeSet {
  const changes = (to: string) => ChangeSet.of(changesBetween(before, to), before.length, "\n");
  return changes(after).map(changes(now));
}

const laterThan = (before: string, after: string) => (now: string) =>
  changesFor(now, before, after)
    .apply(Text.of(now.split("\n")))
    .toString();

function bringIn(view: EditorView, before: string, after: string): void {
  view.dispatch({
    changes: changesFor(view.state.sliceDoc(), before, after),
    annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  });
}

/** Puts the first character of each Windows line end into the text. */
function keepWindowsEnds(view: EditorView): void {
  const { doc } = view.state;
  const changes = Array.from({ length: doc.lines - 1 }, (_, n) => ({
    from: doc.line(n + 1).to,
    insert: "\r",
  }));
  view.dispatch({ changes, annotations: Transaction.addToHistory.of(false) });
}

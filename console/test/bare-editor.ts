import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";

// The page that the benchmark's row `typing` compares with: CodeMirror as its own minimal set-up has it.
const answer = await fetch("/text");
const view = new EditorView({
  parent: document.body,
  state: EditorState.create({
    doc: await answer.text(),
    extensions: [
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      keymap.of([...historyKeymap, ...defaultKeymap]),
    ],
  }),
});
view.focus();

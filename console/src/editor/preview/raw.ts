import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import { rawText } from "./raw-text.ts";

const show = StateEffect.define<boolean>();

const isRaw = StateField.define<boolean>({
  create: () => rawText.get(),
  update: (was, { effects }) => effects.findLast((effect) => effect.is(show))?.value ?? was,
});

class Follow {
  readonly destroy: () => void;
  constructor(view: EditorView) {
    this.destroy = rawText.subscribe(() => view.dispatch({ effects: show.of(rawText.get()) }));
  }
}

export const raw: Extension = [isRaw, ViewPlugin.fromClass(Follow)];

export const showsRaw = (state: EditorState): boolean => state.field(isRaw);

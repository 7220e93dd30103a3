import { isolateHistory } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type SendPicture, sendPictures } from "../pictures.ts";
import { convert } from "./convert.ts";
import { fit } from "./fit.ts";
import { fileOf } from "./pasted.ts";

interface Place {
  from: number;
  to: number;
}

const begin = StateEffect.define<{ id: object; place: Place }>();
const end = StateEffect.define<object>();

/** The selections that are replaced once their paste is converted. */
const places = StateField.define<ReadonlyMap<object, Place>>({
  create: () => new Map(),
  update(before, { changes, effects }) {
    const now = new Map<object, Place>();
    for (const [id, { from, to }] of before)
      now.set(id, {
        from: changes.mapPos(from, 1),
        to: Math.max(changes.mapPos(from, 1), changes.mapPos(to, -1)),
      });
    for (const effect of effects) {
      if (effect.is(begin)) now.set(effect.value.id, effect.value.place);
      if (effect.is(end)) now.delete(effect.value);
    }
    return now.size === 0 && before.size === 0 ? before : now;
  },
});

/** Replaces the selection by pasted HTML as Markdown, or by its plain words if it says no more; one step to undo. */
export async function insertHtml(
  view: EditorView,
  html: string,
  words: string,
  send: SendPicture,
): Promise<void> {
  const { from, to } = view.state.selection.main;
  const id = {};
  const isKnown = view.state.field(places, false) !== undefined;
  view.dispatch({
    effects: [
      ...(isKnown ? [] : [StateEffect.appendConfig.of(places)]),
      begin.of({ id, place: { from, to } }),
    ],
  });
  const pasted = await convert(html);
  const place = view.state.field(places, false)?.get(id);
  if (!place) return;
  const { doc, selection } = view.state;
  const line = doc.lineAt(place.from);
  const before = doc.sliceString(line.from, place.from);
  const after = doc.sliceString(place.to, doc.lineAt(place.to).to);
  const insert = pasted ? fit(pasted.markdown, before, after) : words.replace(/\r\n?/g, "\n");
  const isAtCursor = selection.main.from === place.from && selection.main.to === place.to;
  view.dispatch({
    changes: { from: place.from, to: place.to, insert },
    effects: end.of(id),
    annotations: isolateHistory.of("full"),
    userEvent: "input.paste",
    ...(isAtCursor ? { selection: { anchor: place.from + insert.length }, scrollIntoView: true } : {}),
  });
  for (const picture of pasted?.pictures ?? []) {
    const offset = placeIn(insert, pasted?.markdown ?? "", picture.at);
    sendPictures(view, [fileOf(picture)], place.from + offset, send);
  }
}

/** Returns a place of the Markdown in the text that `fit` made of it, which only adds spaces and line ends. */
function placeIn(fitted: string, markdown: string, at: number): number {
  let place = 0;
  for (let n = 0; n < at && place < fitted.length; place++) if (fitted[place] === markdown[n]) n++;
  return place;
}

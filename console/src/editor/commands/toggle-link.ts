import type { EditorState, TransactionSpec } from "@codemirror/state";
import { addressOf, safeAddress } from "../preview/addresses.ts";
import type { EditOf } from "./edit.ts";
import { isWordless, nodeAround } from "./nodes.ts";

/** Links the selected words, with the cursor at the address to come; a link becomes its words. */
export const toggleLink: EditOf = (state) => {
  const { from, to } = state.selection.main;
  const link = nodeAround(state, "Link", { from, to });
  const [open, close] = link?.getChildren("LinkMark") ?? [];
  if (link && open && close) {
    const words = state.sliceDoc(open.to, close.from) || (addressOf(state, link) ?? "");
    return {
      changes: { from: link.from, to: link.to, insert: words },
      selection: { anchor: link.from, head: link.from + words.length },
      userEvent: "input.format",
    };
  }
  const words = state.sliceDoc(from, to);
  if (isAddress(words)) return linked(state, "", words);
  return linked(state, words, "");
};

/** Links the selected words to a pasted address. */
export const linkTo =
  (address: string): EditOf =>
  (state) =>
    state.selection.main.empty ||
    isAddress(state.sliceDoc(state.selection.main.from, state.selection.main.to))
      ? null
      : linked(state, state.sliceDoc(state.selection.main.from, state.selection.main.to), address);

export const isAddress = (words: string): boolean =>
  /^(https?:\/\/|mailto:)\S+$/i.test(words) && !/[()<>]/.test(words) && safeAddress(words) !== null;

/** Refuses if it would not be read as a link. */
function linked(state: EditorState, words: string, address: string): TransactionSpec | null {
  const { from, to } = state.selection.main;
  if (isWordless(state, from)) return null;
  const space = {
    before: words.length - words.trimStart().length,
    after: words.length - words.trimEnd().length,
  };
  const [start, end] = words.trim() === "" ? [from, to] : [from + space.before, to - space.after];
  const written = `[${words.trim()}](${address})`;
  const inAddress = start + written.length - 1;
  const spec: TransactionSpec = {
    changes: { from: start, to: end, insert: written },
    selection: { anchor: words.trim() === "" ? start + 1 : address ? start + written.length : inAddress },
    userEvent: "input.format",
  };
  const node = nodeAround(state.update(spec).state, "Link", { from: start, to: start + written.length });
  return node?.from === start && node.to === start + written.length ? spec : null;
}

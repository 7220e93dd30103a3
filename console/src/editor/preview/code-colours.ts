import { Decoration } from "@codemirror/view";
import { type Token, tokensOf } from "../../markdown/code-tokens.ts";
import type { Draw } from "./scene.ts";

const marks: Record<Token["kind"], Decoration> = {
  keyword: Decoration.mark({ class: "cm-code-keyword" }),
  string: Decoration.mark({ class: "cm-code-string" }),
  number: Decoration.mark({ class: "cm-code-number" }),
  comment: Decoration.mark({ class: "cm-code-comment" }),
};

/** Longer code stays without colours, which are read again with each key. */
const mostCode = 20_000;

/** Colours what is in sight of a block of code. */
export const colourCode: Draw = (scene, node) => {
  const info = node.getChild("CodeInfo");
  const [first, last] = [node.getChildren("CodeText")[0], node.getChildren("CodeText").at(-1)];
  if (!info || !first || !last || last.to - first.from > mostCode) return;
  const code = scene.state.sliceDoc(first.from, last.to);
  for (const { kind, from, to } of tokensOf(code, scene.state.sliceDoc(info.from, info.to))) {
    const [start, end] = [Math.max(first.from + from, scene.from), Math.min(first.from + to, scene.to)];
    if (end > start) scene.add(marks[kind], start, end);
  }
};

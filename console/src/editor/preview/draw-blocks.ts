import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "../items.ts";
import { BulletWidget, RuleWidget } from "./bullet.ts";
import { colourCode } from "./code-colours.ts";
import { lineOf } from "./marks.ts";
import type { Draw, Scene } from "./scene.ts";
import { BoxWidget, taskOf } from "./task-box.ts";

const rule = Decoration.replace({ widget: new RuleWidget() });
const indent = Decoration.mark({ class: "cm-indent" });
const bullet = Decoration.replace({ widget: new BulletWidget() });

export const drawHeading: Draw = (scene, node) => {
  const level = Number(node.name.at(-1));
  scene.style(node, () => `cm-heading cm-heading-${level}`);
  if (node.name.startsWith("Setext") || scene.isLineTouched(node.from, node.to)) return;
  const [first, ...more] = node.getChildren("HeaderMark");
  if (first) scene.hide(first.from, first.to + spacesAt(scene, first.to));
  for (const { from, to } of more) {
    const words = scene.state.sliceDoc(node.from, from).trimEnd().length;
    scene.hide(Math.max(first?.to ?? 0, node.from + words), to);
  }
};

export const drawQuote: Draw = (scene, node) => scene.style(node, () => "cm-quote");

export const drawQuoteMark: Draw = (scene, { from, to }) => {
  if (!scene.isLineTouched(from, to)) scene.hide(from, to + Math.min(1, spacesAt(scene, to)));
};

export const drawCode: Draw = (scene, node) => {
  const edges = ({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }) =>
    `cm-code${isFirst ? " cm-code-first" : ""}${isLast ? " cm-code-last" : ""}`;
  colourCode(scene, node);
  const isTouched = scene.isTouched(node.from, node.to);
  scene.style(node, (position) => `${edges(position)}`);
  if (isTouched) return;
  for (const { from, to } of node.getChildren("CodeMark")) scene.hide(from, to);
};

export const drawRule: Draw = (scene, { from, to }) => {
  if (!scene.isLineTouched(from, to)) scene.add(rule, from, to);
};

/** Draws an item's bullet, or its checkbox in the bullet's place. */
export const drawItem: Draw = (scene, node) => {
  const mark = node.getChild("ListMark");
  if (!mark) return;
  const isBullet = node.parent?.name === "BulletList";
  hang(scene, node, mark.from);
  const task = taskOf(scene.state, node);
  if (task && scene.isInOneLine(mark.from, task.to)) {
    const from = isBullet ? mark.from : task.from;
    if (scene.isTouched(from, task.to)) return;
    const box = new BoxWidget(task.isTicked, task.words);
    scene.add(Decoration.replace({ widget: box }), from, task.to);
  } else if (isBullet && !scene.isTouched(mark.from, mark.to)) scene.add(bullet, mark.from, mark.to);
};

/** Below this an item is indented no further. */
const deepest = 4;

/** Lets an item's wrapped words stand below its first ones. */
function hang(scene: Scene, node: SyntaxNode, mark: number): void {
  const { from, text } = scene.state.doc.lineAt(mark);
  const spaces = /^ */.exec(text)?.[0].length ?? 0;
  // An item in an item's first line has one line of both.
  if (from + (/^[ \t]*/.exec(text)?.[0].length ?? 0) < mark) return;
  let depth = 1;
  for (let { parent } = node; parent && depth < deepest; { parent } = parent)
    if (parent.name === "ListItem") depth++;
  scene.add(lineOf(`cm-item cm-item-${depth}`), from);
  if (spaces > 0) scene.add(indent, from, from + spaces);
}

function spacesAt({ state }: Scene, at: number): number {
  const rest = state.sliceDoc(at, state.doc.lineAt(at).to);
  return rest.length - rest.trimStart().length;
}

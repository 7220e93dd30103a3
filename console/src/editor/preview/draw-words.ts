import { Decoration } from "@codemirror/view";
import type { SyntaxNode } from "../items.ts";
import { addressOf } from "./addresses.ts";
import { inCode, linkTo } from "./marks.ts";
import { PictureWidget } from "./picture.ts";
import type { Draw, Scene } from "./scene.ts";

/** Hides the marks around bold, italic, struck or escaped words until the cursor comes to them. */
export const drawMarked: Draw = (scene, node) => {
  if (scene.isTouched(node.from, node.to)) return;
  for (const { from, to } of marksOf(node)) scene.hide(from, to);
};

const marksOf = (node: SyntaxNode) => [
  ...node.getChildren("EmphasisMark"),
  ...node.getChildren("StrikethroughMark"),
  ...node.getChildren("CodeMark"),
];

export const drawInlineCode: Draw = (scene, node) => {
  drawMarked(scene, node);
  scene.add(inCode, node.from, node.to);
};

export const drawEscape: Draw = (scene, { from, to }) => {
  if (!scene.isTouched(from, to)) scene.hide(from, from + 1);
};

export const drawLink: Draw = (scene, node) => {
  const parts = partsOf(scene, node);
  if (!parts) return;
  const { words, address } = parts;
  if (words.to > words.from) scene.add(linkTo(address), words.from, words.to);
  if (words.to === words.from || scene.isTouched(node.from, node.to)) return;
  scene.hide(node.from, words.from);
  scene.hide(words.to, node.to);
};

/** Shows our own pictures; another host's stays a link. */
export const drawImage: Draw = (scene, node) => {
  const parts = partsOf(scene, node);
  if (!parts) return;
  const { words, address } = parts;
  if (!/^\/v1\/files\/[\w-]+$/.test(address)) return drawLink(scene, node);
  const widget = new PictureWidget(address, scene.state.sliceDoc(words.from, words.to));
  // Its source stands before it while the cursor is there, and always if it is broken into lines.
  if (scene.isTouched(node.from, node.to) || !scene.isInOneLine(node.from, node.to))
    scene.add(Decoration.widget({ widget, side: 1 }), node.to);
  else scene.add(Decoration.replace({ widget }), node.from, node.to);
};

/** `<https://acme.example>`, or the address alone. */
export const drawAddress: Draw = (scene, node) => {
  if (node.name === "Autolink") {
    if (scene.isTouched(node.from, node.to)) return;
    for (const { from, to } of node.getChildren("LinkMark")) scene.hide(from, to);
  } else if (node.parent?.name !== "Link" && node.parent?.name !== "Image")
    scene.add(linkTo(scene.state.sliceDoc(node.from, node.to)), node.from, node.to);
};

/** Returns the words between the brackets and the address of `[words](address)`. */
function partsOf({ state }: Scene, node: SyntaxNode) {
  const [open, close] = node.getChildren("LinkMark");
  const address = addressOf(state, node);
  if (!open || !close || address === null) return null;
  return { words: { from: open.to, to: close.from }, address };
}

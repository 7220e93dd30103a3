import type { Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { defaultTreeAdapter, parseFragment } from "parse5";

/** Elements: a few marks that are never closed are repeated in each of many paragraphs. */
const mostElements = 200_000;

/** Parses a part of a page; throws if it has too many elements. */
export function parseHtml(html: string): Root {
  let count = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
    if (++count > mostElements) throw new RangeError("The HTML has too many elements.");
    return defaultTreeAdapter.createElement(...given);
  };
  const treeAdapter = Object.assign({}, defaultTreeAdapter, { createElement });
  const root = fromParse5(parseFragment(html, { treeAdapter }));
  return root.type === "root" ? root : { type: "root", children: [] };
}

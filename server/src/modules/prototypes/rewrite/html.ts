import { Tokenizer } from "htmlparser2";
import { isRoot, mostOffsets, rootsInCss } from "./css.ts";

/** Attributes that hold one address, and those that hold a list. */
const addresses = new Set([
  ...["href", "src", "poster", "action", "formaction", "background", "xlink:href", "manifest"],
]);
const lists = new Set(["srcset", "imagesrcset"]);

/**
 * Returns offsets of root-relative addresses in HTML: attributes, styles and refresh targets. Scripts are
 * left alone.
 */
export function rootsInHtml(html: string): number[] {
  const offsets: number[] = [];
  let element = "";
  let attribute = "";
  let value: [from: number, to: number] | null = null;
  let style: [from: number, to: number] | null = null;

  const add = (from: number, found: readonly number[]) => {
    if (offsets.length <= mostOffsets) for (const at of found) offsets.push(from + at);
  };
  const endStyle = () => {
    if (style) add(style[0], rootsInCss(html.slice(...style)));
    style = null;
  };
  const endValue = () => {
    if (value) add(value[0], rootsOf(element, attribute, html.slice(...value)));
    value = null;
  };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, {
    onopentagname: (from, to) => {
      endStyle();
      element = html.slice(from, to).toLowerCase();
    },
    onattribname: (from, to) => {
      attribute = html.slice(from, to).toLowerCase();
    },
    onattribdata: (from, to) => {
      value = [value?.[0] ?? from, to];
    },
    onattribend: endValue,
    ontext: (from, to) => {
      if (element === "style") style = [style?.[0] ?? from, to];
    },
    onclosetag: () => {
      endStyle();
      element = "";
    },
    onend: endStyle,
    onattribentity: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
    ontextentity: nothing,
  } as ConstructorParameters<typeof Tokenizer>[1]);
  tokenizer.write(html);
  tokenizer.end();
  return offsets.sort((a, b) => a - b);
}

const nothing = () => {};

function rootsOf(element: string, attribute: string, value: string): number[] {
  if (attribute === "style") return rootsInCss(value);
  if (addresses.has(attribute) || (element === "object" && attribute === "data")) return rootAt(value, 0);
  if (lists.has(attribute)) return rootsInList(value);
  if (element === "meta" && attribute === "content") {
    const before = /^\s*[\d.]+\s*[;,]?\s*url\s*=\s*["']?/i.exec(value);
    return before ? rootAt(value, before[0].length) : [];
  }
  return [];
}

/** Returns the offset of a root-relative address after optional spaces. */
function rootAt(text: string, from: number): number[] {
  let at = from;
  while (/[\t\n\f\r ]/.test(text[at] ?? "")) at++;
  return isRoot(text, at) ? [at] : [];
}

/** Returns offsets in a list of addresses with optional sizes. */
function rootsInList(value: string): number[] {
  const offsets: number[] = [];
  for (const { index, 0: one } of value.matchAll(/[^\s,]\S*(?:[^,(]|\([^)]*\)?)*/g)) {
    offsets.push(...rootAt(value.slice(index, index + Math.min(one.length, 2)), 0).map((at) => index + at));
    if (offsets.length > mostOffsets) break;
  }
  return offsets;
}

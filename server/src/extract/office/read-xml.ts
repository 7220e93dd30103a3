import { Unreadable } from "../reader.ts";

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

export interface XmlHandlers {
  /** The element's name has no prefix; attributes keep theirs. */
  open?(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const named: Readonly<Record<string, string | undefined>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** Resolves XML's own entities. Custom ones stay as written, so nothing expands or is fetched. */
const resolve = (text: string) =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
        if (name) return named[name] ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      })
    : text;

const tag = /([^\s/>=<]+)((?:\s+[^\s/>=<]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** Parses XML in one pass without recursion, skipping document types. Throws if it is not well-formed. */
export function readXml(xml: string, { open, text, close }: XmlHandlers): void {
  const names: string[] = [];
  let offset = xml.startsWith("\ufeff") ? 1 : 0;
  while (offset < xml.length) {
    const next = xml.indexOf("<", offset);
    const end = next < 0 ? xml.length : next;
    if (end > offset && names.length > 0) text?.(resolve(xml.slice(offset, end)));
    else if (xml.slice(offset, end).trim() !== "") throw broken();
    if (next < 0) break;
    if (xml.startsWith("<![CDATA[", next)) {
      offset = after(xml, "]]>", next);
      text?.(xml.slice(next + 9, offset - 3));
    } else if (xml.startsWith("<!--", next)) offset = after(xml, "-->", next + 4);
    else if (xml[next + 1] === "?") offset = after(xml, "?>", next);
    else if (xml[next + 1] === "!") offset = afterDocumentType(xml, next);
    else if (xml[next + 1] === "/") {
      offset = after(xml, ">", next);
      const name = names.pop();
      if (xml.slice(next + 2, offset - 1).trim() !== name) throw broken();
      close?.(local(name));
    } else {
      tag.lastIndex = next + 1;
      const [whole, name = "", attributes = "", empty] = tag.exec(xml) ?? [];
      if (whole === undefined) throw broken();
      offset = next + 1 + whole.length;
      open?.(local(name), attributesOf(attributes));
      if (empty) close?.(local(name));
      else names.push(name);
    }
  }
  if (names.length > 0) throw broken();
}

const noAttributes: XmlAttributes = Object.freeze({ __proto__: null as never });

function attributesOf(text: string): XmlAttributes {
  if (text === "") return noAttributes;
  const attributes: Record<string, string> = { __proto__: null as never };
  for (const [, name = "", double, single] of text.matchAll(attribute))
    attributes[name] = resolve(double ?? single ?? "");
  return attributes;
}

/** Returns the end of a document type including its definitions. */
function afterDocumentType(xml: string, from: number): number {
  let inside = false;
  for (let offset = from; offset < xml.length; offset++) {
    const letter = xml[offset];
    if (letter === '"' || letter === "'") offset = after(xml, letter, offset + 1) - 1;
    else if (letter === "[") inside = true;
    else if (letter === "]") inside = false;
    else if (letter === ">" && !inside) return offset + 1;
  }
  throw broken();
}

function after(xml: string, what: string, from: number): number {
  const at = xml.indexOf(what, from);
  if (at < 0) throw broken();
  return at + what.length;
}

const broken = () => new Unreadable("failed", "The file is damaged: a part of it is no well-formed XML.");

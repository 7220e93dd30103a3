import type { Element } from "hast";
import { type Content, classesOf, element, text } from "./elements.ts";
import { allowedAddress } from "./links.ts";
import type { Pasted } from "./pasted.ts";

export type Picture = Omit<Pasted["pictures"][number], "at">;

const mostPictures = 20;
/** The characters around a picture's number, which the text itself never has. */
export const [markBegins, markEnds] = ["\uE000", "\uE001"];

/**
 * Returns a picture's replacement: a mark where it will be uploaded, a link to another site's, which is never
 * fetched, or its words.
 */
export function imageOf(node: Element, isInLink: boolean, pictures: Picture[]): Content[] {
  const { src, alt, width, height } = node.properties;
  const words = typeof alt === "string" ? alt.replace(/\s+/g, " ").trim() : "";
  if (Number(width) <= 1 || Number(height) <= 1) return [];
  if (/\bemoji\b/i.test(classesOf(node))) return [text(words)];
  const picture = pictures.length < mostPictures ? pictureIn(src, words) : null;
  if (picture) {
    pictures.push(picture);
    return [text(`${markBegins}${pictures.length - 1}${markEnds}`)];
  }
  const href = /^https?:/i.test(String(src)) ? allowedAddress(src) : undefined;
  if (href === undefined || isInLink) return [text(words)];
  return [element("a", [text(words || "Picture")], { href })];
}

function pictureIn(src: unknown, words: string): Picture | null {
  const found = /^data:(image\/(png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(String(src ?? ""));
  if (!found) return null;
  const [, type = "", ending = "", base64 = ""] = found;
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (one) => one.charCodeAt(0));
    return { bytes, type, name: `${words.slice(0, 100) || "Picture"}.${ending}` };
  } catch {
    return null;
  }
}

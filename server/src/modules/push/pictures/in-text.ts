import { splitCode } from "../../../markdown/split-code.ts";

/** A picture's address in a link or an image: the mark, the words, the picture's id, the title. */
const pattern =
  /(!?)\[((?:[^[\]\\]|\\.)*)\]\(\s*<?\/v1\/files\/([\da-f-]{36})>?((?:\s+(?:"[^"]*"|'[^']*'))?)\s*\)/gi;

const mayShow = (text: string) => text.includes("/v1/files/");

/** Returns the ids of the pictures that a text shows. */
export function picturesIn(text: string): string[] {
  const ids = new Set<string>();
  if (!mayShow(text)) return [];
  replaceEach(text, ({ whole, id, isShown }) => {
    if (isShown) ids.add(id);
    return whole;
  });
  return [...ids];
}

/** How a picture stands in a text. */
interface Place {
  whole: string;
  id: string;
  isShown: boolean;
  words: string;
  title: string;
}

/** Returns a text with its pictures as the tracker can show them; null stands for a link to `page`. */
export function withAddresses(
  text: string,
  addressOf: (id: string) => string | null,
  { page, areShown }: { page: string; areShown: boolean },
): string {
  if (!mayShow(text)) return text;
  return replaceEach(text, ({ id, isShown, words, title }) => {
    const address = addressOf(id);
    const mark = isShown && areShown && address !== null ? "!" : "";
    return `${mark}[${words || (mark ? "" : "Picture")}](${address ?? page}${title})`;
  });
}

const replaceEach = (text: string, replace: (place: Place) => string): string =>
  splitCode(text)
    .flat()
    .map((segment) =>
      segment.kind === "text"
        ? segment.text.replace(pattern, (whole, mark: string, words: string, id: string, title: string) =>
            replace({ whole, id: id.toLowerCase(), isShown: mark !== "", words, title }),
          )
        : segment.text,
    )
    .join("");

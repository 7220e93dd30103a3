const label = /^(?:(\*\*|__)[^*_]{1,60}[:：]\s*\1|(\*\*|__)[^*_]{1,60}\2\s*[:：])\s*/u;
const marker = /^\s*(?:>\s*)*(?:(?:[-*+]|[0-9]{1,9}[.)])\s+)?(?:\[[ xX-]\]\s+)?/u;
const wish = /\bI (?:want|need|would like|wish)(?: to(?: be able to)?)?\s+(.+)$/isu;
const purpose = /[,;]?\s+(?:so that|so|in order to|because)\s.*$/isu;
const longest = 100;

/**
 * Returns a title for a requirement without one: its user story's wish, otherwise the start of its text; ""
 * if empty. `text` excludes the heading.
 */
export function titleOfText(text: readonly string[]): string {
  const paragraphs = text
    .join("\n")
    .split(/\n\s*\n|\n(?=\s*(?:#{1,6}\s|[-*+]\s|[0-9]{1,9}[.)]\s))/u)
    .map((paragraph) => plain(paragraph.replace(/\s+/gu, " ").trim()))
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph));
  const story = paragraphs.find((paragraph) => wish.test(paragraph));
  const wanted = story && wish.exec(story)?.[1]?.replace(purpose, "");
  const title = shorten((wanted || paragraphs[0] || "").replace(/[.,;:：。、]+$/u, ""));
  return wanted ? title.charAt(0).toLocaleUpperCase("en") + title.slice(1) : title;
}

/** Removes markdown and a label such as `**User Story:**`. */
const plain = (text: string) =>
  text
    .replace(/^#{1,6}\s.*$/u, "")
    .replace(marker, "")
    .replace(label, "")
    .replace(/(\*\*|__|`)(.+?)\1/gsu, "$2")
    .trim();

/** Truncates at a word boundary. */
function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const cut = characters.slice(0, longest - 1).join("");
  return `${cut.replace(/\s+\S*$/u, "").replace(/[\s,;:、]+$/u, "")}…`;
}

import { sliceCharacters } from "../texts.ts";

/** Characters of an extracted description. */
const most = 200;

/**
 * Returns the document's own description, otherwise its first heading and sentence, as one line; null if
 * there are no words. Reads 20,000 units.
 */
export function descriptionOf(beginning: string): string | null {
  const start = beginning.slice(0, 20_000).replaceAll("\r\n", "\n");
  const own = ownDescription(start);
  const whole =
    own.description ?? [own.title, ...headingAndSentence(own.rest, own.title)].filter(Boolean).join(": ");
  const line = whole.replace(/\s+/g, " ").trim();
  if (line === "") return null;
  const cut = sliceCharacters(line, 0, most);
  return cut.length < line.length ? `${sliceCharacters(line, 0, most - 1).trimEnd()}…` : line;
}

interface Own {
  title?: string | undefined;
  description?: string | undefined;
  /** The remaining text. */
  rest: string;
}

/** Reads `title` and `description` from front matter in YAML or TOML, or a JSON object. */
function ownDescription(start: string): Own {
  const matter = /^\ufeff?---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(start);
  if (matter) {
    const field = (name: string) => yamlField(matter[1] ?? "", name);
    return { title: field("title"), description: field("description"), rest: start.slice(matter[0].length) };
  }
  const toml = /^\ufeff?\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+[ \t]*(?:\n|$)/.exec(start);
  if (toml) {
    const field = (name: string) => tomlField(toml[1] ?? "", name);
    return { title: field("title"), description: field("description"), rest: start.slice(toml[0].length) };
  }
  const json = /^\s*(?:(`{3,})json\n([\s\S]*?)\n\1\s*$|(\{[\s\S]*\}\s*)$)/.exec(start);
  return json ? jsonFields(json[2] ?? json[3] ?? "") : { rest: start };
}

/** Reads a single-line or folded field from possibly invalid YAML. */
function yamlField(yaml: string, name: string): string | undefined {
  const lines = yaml.split("\n");
  const index = lines.findIndex((line) => line.startsWith(`${name}:`));
  if (index < 0) return undefined;
  const value = (lines[index] ?? "").slice(name.length + 1).trim();
  const isFolded = value === "" || /^[>|][+-]?\d?$/.test(value);
  const end = lines.findIndex((line, n) => n > index && /^\S/.test(line));
  const folded = lines.slice(index + 1, end < 0 ? undefined : end).join(" ");
  const text = isFolded ? folded : `${value} ${folded}`;
  return withoutQuotes(text.trim()) || undefined;
}

/** Reads a field of one line. */
function tomlField(toml: string, name: string): string | undefined {
  const line = toml
    .split("\n")
    .find((one) => one.startsWith(name) && /^[ \t]*=/.test(one.slice(name.length)));
  return withoutQuotes(line?.slice(line.indexOf("=") + 1).trim() ?? "") || undefined;
}

const withoutQuotes = (text: string) => /^(["'])(.*)\1$/s.exec(text)?.[2]?.trim() ?? text;

function jsonFields(json: string): Own {
  try {
    const value: unknown = JSON.parse(json);
    const { title, description, info } = Object(value) as Record<string, unknown>;
    const inner = Object(info) as Record<string, unknown>;
    const text = (field: unknown) => (typeof field === "string" && field.trim() !== "" ? field : undefined);
    return {
      title: text(title ?? inner.title),
      description: text(description ?? inner.description),
      rest: "",
    };
  } catch {
    return { rest: "" };
  }
}

/** Returns a leading heading and the first paragraph as plain text. */
function headingAndSentence(text: string, title: string | undefined): string[] {
  const blocks = blocksOf(withoutMarkup(text));
  // Lines of links are badges or navigation unless there is nothing else.
  const prose = blocks.filter(({ isLinks }) => !isLinks);
  const [first, second] = prose.length > 0 ? prose : blocks;
  if (!first) return [];
  if (first.words === title) return second ? [second.words] : [];
  return first.isHeading && !title && second ? [first.words, second.words] : [first.words];
}

interface Block {
  words: string;
  isHeading: boolean;
  isLinks: boolean;
}

/** Returns the first blocks with words: headings, paragraphs, single lines of lists and tables. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n", 2000);
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const words = /^ {0,3}(?:=+|-+)\s*$/.test(line) ? "" : plainLine(line);
    const isHeading = /^ {0,3}#{1,6}\s/.test(line) || /^ {0,3}=+\s*$/.test(lines[index + 1] ?? "");
    const isAlone = isHeading || /^\s*(?:[-+*>|]|\d+[.)]\s)/.test(line);
    const last = blocks.at(-1);
    if (!/[\p{L}\p{N}]/u.test(words)) isOpen = false;
    else if (isOpen && !isAlone && last) last.words += ` ${words}`;
    else if (blocks.push({ words, isHeading, isLinks: isOnlyLinks(line) }) > 50) break;
    if (words !== "") isOpen = !isAlone;
  }
  return blocks;
}

/** Removes comments, declarations, fenced code, tags, pictures, footnotes and link definitions. */
const withoutMarkup = (text: string) =>
  text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<[?!][^<>]*>/g, "")
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:\n {0,3}\1.*$|$(?![\s\S]))/gm, "")
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, "")
    .replace(/<h[1-6]\b[^<>]*>/gi, "\n# ")
    .replace(/<br\b[^<>]*>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/!\[[^\]\n]{0,300}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,300}\])/g, "")
    .replace(/^ {0,3}\[[^\]\n]+\]:.*$/gm, "")
    .replace(/(?<=[^\s`])\[\^[^\]\s]{1,300}\]/g, "");

/** Tests for a line of links only. */
const isOnlyLinks = (line: string) => line.includes("](") && !/[\p{L}\p{N}]/u.test(line.replace(links, ""));

const links = /\[([^\]]{0,300})\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g;

/** Returns a line's words without markdown. */
const plainLine = (line: string): string =>
  line
    .slice(0, 2000)
    .replace(/^[\s>#*+|-]+/, "")
    .replace(links, "$1")
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/[*`|]+/g, " ")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, " ")
    .replace(/\\([\\<#>*_+.-])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/ +([.,;:!?])/g, "$1")
    .trim();

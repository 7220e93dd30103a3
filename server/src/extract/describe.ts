const longest = 300;

/** Returns the first sentences that a document says to people, without marks: headings, tables and code are none. */
export function describe(text: string): string {
  const start = text
    .slice(0, 20_000)
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, "");
  const paragraphs = start.split(/\n[ \t]*\n/).map((paragraph) => paragraph.trim());
  const prose = paragraphs.find(
    (paragraph) => /\p{L}/u.test(paragraph) && !/^(?:#|\||>|<!--|[-+*] |\d+[.)] |!\[)/.test(paragraph),
  );
  return shorten(withoutMarks(prose ?? ""));
}

/** Shortens a text at the end of a word. */
export function shorten(text: string, most = longest): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most - 1);
  return `${cut.replace(/[\ud800-\udbff]$/, "").replace(/\s+\S{0,30}$/, "")}…`;
}

const withoutMarks = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(?<!\w)[*_](?=\S)(.*?\S)[*_](?!\w)/g, "$1")
    .replace(/\\([\\<#>*_+.-])/g, "$1");

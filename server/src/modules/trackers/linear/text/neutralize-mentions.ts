import { splitCode } from "../../../../markdown/split-code.ts";

/** Invisible; ends a URL for Linear. */
const wordJoiner = "\u2060";

/**
 * Breaks profile URLs, which Linear turns into notifying mentions (github.com/linear/linear/issues/351),
 * outside code. Its API treats `@name` as text.
 */
export function neutralizeProfiles(markdown: string): string {
  if (!leadsToProfile(markdown)) return markdown;
  return splitCode(markdown)
    .flat()
    .map(({ kind, text }) => (kind === "code" ? text : text.replace(/[^\s()<>[\]"']+/g, quietWord)))
    .join("");
}

function quietWord(word: string): string {
  if (!/[/&%\\]/.test(word)) return word;
  return leadsToProfile(word) ? word.replace(/[/&%\\]/g, `$&${wordJoiner}`) : word;
}

/** Sees through markdown escapes, character references and percent encoding. */
function leadsToProfile(word: string): boolean {
  const plain = word
    .replaceAll("\\", "")
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));?/gi, (_, hex, decimal) => character(hex, decimal))
    .replace(/&(sol|period|colon);/gi, (_, name: string) => named[name.toLowerCase()] ?? "")
    .replace(/%([\da-f]{2})/gi, (_, hex) => character(hex))
    .toLowerCase();
  const host = plain.indexOf("linear.app");
  return host >= 0 && plain.indexOf("profiles", host) >= 0;
}

const named: Readonly<Record<string, string>> = { sol: "/", period: ".", colon: ":" };

function character(hex: string | undefined, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

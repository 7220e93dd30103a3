// The HTML block kinds of CommonMark 0.31.2, section 4.6, matched line by line.

const BLOCK_TAGS =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul";
const ATTRIBUTE = "[ \\t]+[a-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:[^\\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";

const BLANK_LINE = null;

const KINDS: readonly { start: RegExp; end: RegExp | typeof BLANK_LINE }[] = [
  { start: /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${BLOCK_TAGS})(?=\\s|/?>|$)`, "i"), end: BLANK_LINE },
];

const LONE_TAG = new RegExp(
  `^(?:<[a-z][a-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|</[a-z][a-z0-9-]*[ \\t]*>)[ \\t]*$`,
  "i",
);

/**
 * Returns the end condition of an HTML block that starts here: a pattern for its last line, null for the next
 * blank line, undefined if none starts. Unknown lone tags never interrupt a paragraph.
 */
export function htmlBlockEnd(text: string, inParagraph: boolean): RegExp | null | undefined {
  for (const kind of KINDS) if (kind.start.test(text)) return kind.end;
  return !inParagraph && LONE_TAG.test(text) ? BLANK_LINE : undefined;
}

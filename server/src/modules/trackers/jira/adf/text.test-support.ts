const inlineTypes = new Set([
  "text",
  "hardBreak",
  "mention",
  "emoji",
  "status",
  "date",
  "inlineCard",
  "placeholder",
]);

/** Returns our document's text: a line per nonempty block, with collapsed white space. */
export function adfText(document: unknown): string {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text !== "") lines.push(text);
    line = "";
  };
  const open: unknown[] = [document]; // `null` ends a block.
  while (open.length > 0) {
    const node = open.pop();
    if (node === null) endLine();
    if (!isRecord(node)) continue;
    if (inlineTypes.has(String(node.type))) {
      line += inlineText(node);
      continue;
    }
    endLine();
    if (!Array.isArray(node.content)) continue;
    open.push(null);
    for (let index = node.content.length - 1; index >= 0; index--)
      open.push(node.content[index] ?? undefined);
  }
  endLine();
  return lines.join("\n");
}

function inlineText({ type, text, attrs }: Record<string, unknown>): string {
  if (type === "hardBreak") return "\n";
  if (typeof text === "string") return text;
  if (!isRecord(attrs)) return "";
  const shown = attrs.text ?? attrs.shortName ?? attrs.url ?? attrs.timestamp;
  return typeof shown === "string" ? shown : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

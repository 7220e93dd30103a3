import type { Token } from "markdown-it";

export type Style = (format: "bold" | "italic" | "dim" | "cyan" | "underline", part: string) => string;

/** Renders the inline tokens of a paragraph with the source's line breaks; links show their targets. */
export function spans(tokens: readonly Token[], style: Style): string {
  let text = "";
  const open: { at: number; format: "bold" | "italic" | "underline"; href: string }[] = [];
  for (const token of tokens) {
    const { type, content, nesting } = token;
    if (nesting === 1) {
      const format = type === "strong_open" ? "bold" : type === "em_open" ? "italic" : "underline";
      open.push({
        at: text.length,
        format,
        href: type === "link_open" ? String(token.attrGet("href") ?? "") : "",
      });
    } else if (nesting === -1) {
      const { at: start, format, href } = open.pop() ?? { at: text.length, format: "bold", href: "" };
      const part = text.slice(start);
      const where = href === "" || href === part ? "" : ` (${href})`;
      text = text.slice(0, start) + (part === "" ? "" : style(format, part)) + where;
    } else if (type === "code_inline") text += style("cyan", content);
    else if (type === "image") text += `[${content}] (${token.attrGet("src") ?? ""})`;
    else text += type.endsWith("break") ? "\n" : content;
  }
  return text;
}

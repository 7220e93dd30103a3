import MarkdownIt from "markdown-it";
import { type Style, spans } from "./spans.ts";

const parser = new MarkdownIt("commonmark", { html: false }).enable("table");

/**
 * Renders markdown as terminal lines. The text must already be safe for a terminal; tables stay as written.
 */
export function render(text: string, style: Style): string[] {
  const source = text.split("\n");
  const lines: string[] = [];
  /** Open blocks, outermost first: the prefix of their lines, and the marker of an item's first line. */
  const above: { marker: string | null; start: string }[] = [];
  let depth = 0;
  let isHeading = false;
  let isTable = false;
  const write = (content: readonly string[]) => {
    for (const line of content) {
      const start = above.map((block) => block.marker ?? block.start).join("");
      lines.push(`${start}${line}`.trimEnd());
      for (const block of above) block.marker = null;
    }
  };
  const gap = () => {
    const isFirst = lines.length === 0 || above.some((block) => block.marker !== null);
    const start = above.map((block) => block.start).join("");
    if (!isFirst && lines.at(-1) !== start.trimEnd()) lines.push(start.trimEnd());
  };
  for (const token of parser.parse(text, {})) {
    const { type, content, map, info, markup } = token;
    if (isTable) isTable = type !== "table_close";
    else if (type === "table_open") {
      gap();
      write(source.slice(...(map ?? [0, 0])));
      isTable = true;
    } else if (type === "blockquote_open") {
      gap();
      above.push({ marker: "│ ", start: "│ " });
    } else if (type.endsWith("_list_open")) {
      if (depth++ === 0) gap();
    } else if (type.endsWith("_list_close")) depth--;
    else if (type === "list_item_open") {
      const marker = info === "" ? "• " : `${info}${markup} `;
      above.push({ marker, start: " ".repeat(marker.length) });
    } else if (type === "list_item_close" || type === "blockquote_close") {
      if (above.at(-1)?.marker) write([""]);
      above.pop();
    } else if (type === "hr") write([style("dim", "─".repeat(40))]);
    else if (type === "fence" || type === "code_block") {
      gap();
      write(
        content
          .trimEnd()
          .split("\n")
          .map((line) => style("dim", `    ${line}`)),
      );
    } else if (type === "inline") {
      const shown = spans(token.children ?? [], style).split("\n");
      write(isHeading ? shown.map((line) => style("bold", line)) : shown);
    } else if (type === "heading_open" || (type === "paragraph_open" && !token.hidden)) gap();
    isHeading = type === "heading_open";
  }
  return lines;
}

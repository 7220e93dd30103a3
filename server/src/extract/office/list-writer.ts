import type { MarkdownWriter } from "../markdown/write-markdown.ts";

/** Makes nested lists of items that follow each other, each with its level. */
export function listWriter(writer: MarkdownWriter) {
  const opened: { level: number; kind: string }[] = [];
  const closeList = () => {
    opened.pop();
    writer.close(); // This ends the item.
    writer.close();
  };
  return {
    /** Starts an item; its text follows, and what is deeper lies inside of it. */
    item(level: number, kind: "ul" | "ol", start = 1): void {
      while ((opened.at(-1)?.level ?? -1) > level) closeList();
      const last = opened.at(-1);
      if (last?.level === level && last.kind !== kind) closeList();
      if (opened.at(-1)?.level === level) writer.close();
      else {
        writer.open(kind, { start: String(start) });
        opened.push({ level, kind });
      }
      writer.open("li");
    },
    end(): void {
      while (opened.length > 0) closeList();
    },
  };
}

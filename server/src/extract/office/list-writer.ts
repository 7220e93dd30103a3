import type { MarkdownWriter } from "../markdown/write-markdown.ts";

/** Builds nested lists from consecutive items with levels. */
export function listWriter(writer: MarkdownWriter) {
  const opened: { level: number; kind: string }[] = [];
  const closeList = () => {
    opened.pop();
    writer.close(); // The item, then the list.
    writer.close();
  };
  return {
    /** Starts an item, inside the last one if its level is deeper. */
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

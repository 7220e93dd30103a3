import type { ImportedSpec } from "../format.ts";

const HEAD = /^\*\*(.*)\*\*, (\d{4}-\d{2}-\d{2}T\S+)$/u;

/** Returns the comments of a file of quotes, each below its author and time. */
export function commentsIn(lines: readonly string[]): NonNullable<ImportedSpec["comments"]> {
  const comments: NonNullable<ImportedSpec["comments"]> = [];
  let said: string[] = [];
  for (const line of [...lines, ""]) {
    if (line.startsWith(">")) {
      said.push(line.replace(/^> ?/u, ""));
      continue;
    }
    const [, author = "", at = ""] = HEAD.exec(said[0] ?? "") ?? [];
    const text = said.slice(2).join("\n");
    if (author !== "" && !Number.isNaN(Date.parse(at)) && text !== "") comments.push({ author, at, text });
    said = [];
  }
  return comments;
}

import type { CodeBlock } from "./adf.ts";
import { takeText } from "./budget.ts";
import { clean } from "./clean.ts";
import type { Source } from "./parse.ts";
import type { Writer } from "./writer.ts";

/** The text of a code block, without the line end that every one has. */
export function codeOf({ token }: Source): string {
  return token.content.replace(/\n$/, "");
}

/** Null where there is no code, or no room; Jira takes no empty code block. */
export function writeCode(writer: Writer, text: string, info = ""): CodeBlock | null {
  if (text.trim() === "") return null;
  const taken = takeText(writer.budget, clean(text));
  if (taken === null) return null;
  const language = /^[\w+#.-]{1,40}(?=\s|$)/.exec(info.trim())?.[0];
  return {
    type: "codeBlock",
    ...(language && { attrs: { language } }),
    content: [{ type: "text", text: taken }],
  };
}

import type { CodeBlock } from "./adf.ts";
import { takeText } from "./budget.ts";
import { clean } from "./clean.ts";
import type { Source } from "./parse.ts";
import type { Writer } from "./writer.ts";

/** Drops the last line end. */
export function codeOf({ token }: Source): string {
  return token.content.replace(/\n$/, "");
}

/** Returns null if blank, which Jira refuses, or over budget. */
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

import { styleText } from "node:util";
import { printable, say } from "./output.ts";

/**
 * Prints markdown as it was written, which is made to be read so. On a terminal with colours its headings are bold;
 * nothing of the text can control the terminal.
 */
export function sayMarkdown(text: string): void {
  let isCode = false;
  for (const line of text.trimEnd().split(/\r?\n/)) {
    const isFence = /^ {0,3}(`{3}|~{3})/.test(line);
    const isHeading = !isCode && /^ {0,3}#{1,6}\s/.test(line);
    const shown = printable(line.replaceAll("\t", "    ")).trimEnd();
    say(isHeading ? styleText("bold", shown, { stream: process.stdout }) : shown);
    if (isFence) isCode = !isCode;
  }
}

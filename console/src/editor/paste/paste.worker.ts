import { htmlToMarkdown } from "./html-to-markdown.ts";

addEventListener("message", ({ data }: MessageEvent<string>) => {
  try {
    postMessage(htmlToMarkdown(data));
  } catch {
    postMessage(null); // Too deep for the parser, or too many elements.
  }
});

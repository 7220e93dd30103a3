import { htmlToMarkdown } from "./html-to-markdown.ts";

addEventListener("message", ({ data }: MessageEvent<string>) => {
  try {
    postMessage(htmlToMarkdown(data));
  } catch {
    postMessage(null); // Nested too deeply for the parser.
  }
});

import mermaid, { type MermaidConfig } from "mermaid";
import type { DrawRequest, FrameMessage } from "./messages.ts";

/**
 * Runs in a frame of opaque origin without a network (`server/src/http/console/pages.ts`), since sources are
 * written by anyone: even one that escapes the library finds nothing there.
 */
const configOf = (isDark: boolean): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: "strict",
  // Not every browser shows HTML in a picture.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  // The default needs the engine that is left out (`console/build/diagram.ts`).
  layout: "dagre",
  theme: isDark ? "dark" : "neutral",
  // Otherwise a line shows through its own label.
  themeCSS: ".edgeLabel rect { opacity: 1 }",
  fontFamily: "system-ui, sans-serif",
  suppressErrorRendering: true,
  maxTextSize: 51_200,
  // A source's own settings may not change these.
  secure: [
    ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges"],
    ...["htmlLabels", "dompurifyConfig", "themeCSS", "fontFamily", "altFontFamily", "layout"],
  ],
});

const say = (message: FrameMessage) => parent.postMessage(message, "*");

let last: Promise<unknown> = Promise.resolve();

addEventListener("message", ({ data, source }: MessageEvent<DrawRequest>) => {
  if (source !== parent) return;
  last = last.then(() => draw(data));
});

async function draw({ id, source, isDark }: DrawRequest): Promise<void> {
  try {
    mermaid.initialize(configOf(isDark));
    const { svg } = await mermaid.render(`diagram-${id}`, source);
    say({ id, svg: pictureOf(svg) });
  } catch (error) {
    say({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns the drawing as a document of its own size. */
function pictureOf(text: string): string {
  const box = document.createElement("div");
  box.innerHTML = text;
  const svg = box.querySelector("svg");
  if (!svg) throw new Error("Nothing was drawn.");
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.style.maxWidth = "";
  return new XMLSerializer().serializeToString(svg);
}

say({ isReady: true });

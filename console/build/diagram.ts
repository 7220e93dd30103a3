import { rolldown } from "rolldown";
import type { Plugin } from "vite";
import { noteIds } from "./licences.ts";

/** A layout engine whose licence forbids to bundle it. A diagram that asks for it isn't drawn. */
const leftOut = /^elkjs/;

/** The page that draws diagrams, with its own scripts: no page of the console shares a file with it. */
export const diagramPage: Plugin = {
  name: "diagram-page",
  async generateBundle() {
    const bundle = await rolldown({
      input: { drawing: `${import.meta.dirname}/../src/diagram/draw.ts` },
      platform: "browser",
      transform: { target: "es2024", define: { "process.env.NODE_ENV": '"production"' } },
      plugins: [
        {
          name: "without-elk",
          resolveId: (id) => (leftOut.test(id) ? "\0elk" : null),
          load: (id) => (id === "\0elk" ? "export default class {}" : null),
        },
      ],
      logLevel: "silent",
    });
    const { output } = await bundle.generate({
      format: "es",
      minify: true,
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/drawing-[name]-[hash].js",
    });
    await bundle.close();
    for (const file of output) {
      if (file.type !== "chunk") continue;
      noteIds(file.moduleIds);
      this.emitFile({ type: "asset", fileName: file.fileName, source: file.code });
    }
    const source = pageOf(output[0].fileName);
    this.emitFile({ type: "asset", fileName: "diagram.html", source });
  },
};

const pageOf = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A diagram</title>
    <script type="module" crossorigin src="/${script}"></script>
  </head>
  <body></body>
</html>
`;

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Entry modules of pages reached by links, by the service's names. */
const linkedPages = {
  home: ["src/pages/home/home.tsx"],
  plan: ["src/pages/plan/plan.tsx"],
  spec: ["src/pages/spec/spec.tsx", "src/components/text/rendered.tsx"],
};

const start = "src/start.tsx";

/**
 * Preloads the files of every page in the HTML, largest first, since a browser opens only six connections.
 * Pages reached by links get their own HTML.
 */
export const earlyFiles: Plugin = {
  name: "early-files",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith("index.html")) return html;
      return withFiles(html.replaceAll(/ *<link rel="modulepreload"[^>]*>\n/g, ""), [start], bundle);
    },
  },
  writeBundle({ dir = "" }, bundle) {
    const html = readFileSync(join(dir, "index.html"), "utf8");
    // The service inserts its answers ahead of it (`server/src/http/console/pages.ts`).
    if (!html.includes('<script src="/first.js">')) throw new Error("The page has no place for its answers.");
    for (const [page, modules] of Object.entries(linkedPages))
      writeFileSync(join(dir, `${page}.html`), withFiles(html, modules, bundle));
  },
};

/** Returns a page that also preloads the files of these modules. */
function withFiles(html: string, modules: readonly string[], bundle: Rolldown.OutputBundle): string {
  const files = [...filesOfModules(modules, bundle)].filter((file) => !html.includes(file));
  const links = files
    .toSorted((one, other) => sizeOf(bundle[other]) - sizeOf(bundle[one]))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
  return html.replace("  </head>", `${links.join("")}  </head>`);
}

const sizeOf = (file: Rolldown.OutputBundle[string] | undefined) =>
  file?.type === "chunk" ? file.code.length : 0;

/** Returns the files of entry modules. */
function filesOfModules(modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const begun = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/console/${module}`)));
    if (!chunk) throw new Error(`No file has ${module}.`);
    return chunk;
  });
  return new Set(begun.flatMap((chunk) => filesOf(chunk, bundle)));
}

/** Returns a chunk's file and its static imports. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === "chunk");
  return [chunk.fileName, ...imported.flatMap((one) => filesOf(one, bundle))];
}

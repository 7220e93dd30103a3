import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The modules that begin the rooms which links lead to, by the names that the service has for the rooms. */
const rooms = {
  home: ["src/rooms/home.tsx"],
  plan: ["src/rooms/plan.tsx"],
  spec: ["src/rooms/spec.tsx", "src/markdown/rendered.tsx"],
};

const page = "src/start.tsx";

/**
 * Names the files of what the page consists of in the page, the largest first, so that all of them are asked for at once. A
 * browser has six connections, and a large file that waits for one comes last. Each of the rooms has a page of its own, which
 * names the room's files, too.
 */
export const earlyFiles: Plugin = {
  name: "early-files",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith("index.html")) return html;
      return withFiles(html.replaceAll(/ *<link rel="modulepreload"[^>]*>\n/g, ""), [page], bundle);
    },
  },
  writeBundle({ dir = "" }, bundle) {
    const html = readFileSync(join(dir, "index.html"), "utf8");
    // The service puts its answers before it (`server/src/http/console-pages.ts`).
    if (!html.includes('<script src="/first.js">')) throw new Error("The page has no place for its answers.");
    for (const [room, modules] of Object.entries(rooms))
      writeFileSync(join(dir, `${room}.html`), withFiles(html, modules, bundle));
  },
};

/** Returns a page that names the files of some modules, too. */
function withFiles(html: string, modules: readonly string[], bundle: Rolldown.OutputBundle): string {
  const files = [...filesOfModules(modules, bundle)].filter((file) => !html.includes(file));
  const links = files
    .toSorted((one, other) => sizeOf(bundle[other]) - sizeOf(bundle[one]))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
  return html.replace("  </head>", `${links.join("")}  </head>`);
}

const sizeOf = (file: Rolldown.OutputBundle[string] | undefined) =>
  file?.type === "chunk" ? file.code.length : 0;

/** Returns the files that some modules of the sources begin with. */
function filesOfModules(modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const begun = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/console/${module}`)));
    if (!chunk) throw new Error(`No file has ${module}.`);
    return chunk;
  });
  return new Set(begun.flatMap((chunk) => filesOf(chunk, bundle)));
}

/** Returns the file of a chunk, and those that it loads with itself. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === "chunk");
  return [chunk.fileName, ...imported.flatMap((one) => filesOf(one, bundle))];
}

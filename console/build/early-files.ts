import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The modules that begin the rooms which links lead to, by the names that `public/first.js` has for the rooms. */
const rooms = {
  home: ["src/rooms/home.tsx"],
  plan: ["src/rooms/plan.tsx"],
  spec: ["src/rooms/spec.tsx", "src/markdown/rendered.tsx"],
};

const page = "src/start.tsx";

/**
 * Names the files of what the page consists of in the page, and tells `first.js` those of the rooms, so that all of them are
 * asked for at once. The build fails where it no longer has a place for them.
 */
export const earlyFiles: Plugin = {
  name: "early-files",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith("index.html")) return [];
      const missing = [...filesOfModules([page], bundle)].filter((file) => !html.includes(file));
      return missing.map((file) => ({
        tag: "link",
        attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
        injectTo: "head",
      }));
    },
  },
  writeBundle({ dir = "" }, bundle) {
    const path = join(dir, "first.js");
    const named = filesOfModules([page], bundle);
    let script = readFileSync(path, "utf8");
    for (const [room, modules] of Object.entries(rooms)) {
      const files = [...filesOfModules(modules, bundle).difference(named)];
      const place = `${room}: []`;
      if (!script.includes(place)) throw new Error(`first.js has no place for the files of ${room}.`);
      script = script.replace(place, `${room}: ${JSON.stringify(files)}`);
    }
    writeFileSync(path, script);
  },
};

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

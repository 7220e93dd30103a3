import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** The modules that begin the rooms which links lead to, by the names that `public/first.js` has for the rooms. */
const rooms = {
  home: ["src/rooms/home.tsx"],
  plan: ["src/rooms/plan.tsx"],
  spec: ["src/rooms/spec.tsx", "src/markdown/rendered.tsx"],
};

/**
 * Tells `first.js` the files of these rooms, so that they are asked for beside the scripts that the page names, and not
 * after those. The build fails where it no longer has such a place.
 */
export const earlyRooms: Plugin = {
  name: "early-rooms",
  writeBundle({ dir = "" }, bundle) {
    const path = join(dir, "first.js");
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const page = new Set(
      chunks.filter(({ name }) => name === "console").flatMap((one) => filesOf(one, bundle)),
    );
    let script = readFileSync(path, "utf8");
    for (const [room, modules] of Object.entries(rooms)) {
      const begun = chunks.filter(({ facadeModuleId: id }) =>
        modules.some((module) => id?.endsWith(`/${module}`)),
      );
      const files = new Set(begun.flatMap((one) => filesOf(one, bundle))).difference(page);
      const place = `${room}: []`;
      if (begun.length < modules.length || !script.includes(place)) throw new Error(`No files for ${room}.`);
      script = script.replace(place, `${room}: ${JSON.stringify([...files])}`);
    }
    writeFileSync(path, script);
  },
};

/** Returns the file of a chunk, and those that it loads with itself. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.map((name) => bundle[name]).filter((file) => file?.type === "chunk");
  return [chunk.fileName, ...imported.flatMap((one) => filesOf(one, bundle))];
}

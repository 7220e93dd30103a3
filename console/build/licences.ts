import type { Plugin } from "vite";
import { licences } from "../../scripts/build/licences.ts";

/** Modules of the workers and of diagrams, which are built separately before the page. */
const ofOthers = new Set<string>();

export function noteIds(ids: readonly string[]): void {
  for (const id of ids) ofOthers.add(id);
}

export const noteModules: Plugin = {
  name: "note-modules",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === "chunk") noteIds(file.moduleIds);
  },
};

/** Emits the licences of bundled packages. */
export const passOnLicences: Plugin = {
  name: "pass-on-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const source = licences([...modules, ...ofOthers]);
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source });
  },
};

import type { Plugin } from "vite";
import { licences } from "../../scripts/build/licences.ts";

/** Modules of the workers, which are built separately before the page. */
const ofWorkers = new Set<string>();

export const noteModules: Plugin = {
  name: "note-modules",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") for (const id of file.moduleIds) ofWorkers.add(id);
  },
};

/** Emits the licences of bundled packages. */
export const passOnLicences: Plugin = {
  name: "pass-on-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const source = licences([...modules, ...ofWorkers]);
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source });
  },
};

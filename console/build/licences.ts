import type { Plugin } from "vite";
import { licences } from "../../scripts/build/licences.ts";

/** The modules of the workers, each of which is a build of its own that ends before the page's. */
const ofWorkers = new Set<string>();

/** Notes the modules of a worker. */
export const noteModules: Plugin = {
  name: "note-modules",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") for (const id of file.moduleIds) ofWorkers.add(id);
  },
};

/** Puts beside the files the licences of the packages that are in them. */
export const passOnLicences: Plugin = {
  name: "pass-on-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const source = licences([...modules, ...ofWorkers]);
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source });
  },
};

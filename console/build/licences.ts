import type { Plugin } from "vite";
import { licences } from "../../scripts/build/licences.ts";

/** Puts beside the files the licences of the packages that are in them. */
export const passOnLicences: Plugin = {
  name: "pass-on-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    this.emitFile({ type: "asset", fileName: "LICENCES.txt", source: licences(modules) });
  },
};

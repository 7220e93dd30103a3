import type { Module } from "../../module.ts";
import { plansImport } from "./import-plans.ts";

export const imports: Module = {
  name: "imports",
  handlers: [plansImport],
  tables: { imported: "kept", imported_sources: "kept" },
};

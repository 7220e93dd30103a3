import type { Module } from "../../module.ts";

export const quotes: Module = {
  name: "quotes",
  tables: { criterion_sources: "kept" },
};

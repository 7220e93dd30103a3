import type { Module } from "../../module.ts";
import { formatGet, formatsList, projectFormatGet, projectFormatsList } from "./read-formats.ts";
import { forgetProject } from "./store.ts";
import { formatDelete, formatPut, projectFormatDelete, projectFormatPut } from "./write-formats.ts";

export const formats: Module = {
  name: "formats",
  handlers: [
    ...[formatsList, formatGet, formatPut, formatDelete],
    ...[projectFormatsList, projectFormatGet, projectFormatPut, projectFormatDelete],
  ],
  tables: { formats: "kept" },
  forgetProject,
  events: ["format.created", "format.updated", "format.deleted"],
};

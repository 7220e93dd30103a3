import type { Module } from "../../module.ts";
import { forgetTexts } from "../projects/forget-texts.ts";
import { formatGet, formatsList, projectFormatGet, projectFormatsList } from "./read-formats.ts";
import { formatDelete, formatPut, projectFormatDelete, projectFormatPut } from "./write-formats.ts";

export const formats: Module = {
  name: "formats",
  handlers: [
    ...[formatsList, formatGet, formatPut, formatDelete],
    ...[projectFormatsList, projectFormatGet, projectFormatPut, projectFormatDelete],
  ],
  tables: { formats: "kept" },
  forgetProject: forgetTexts("formats"),
  events: ["format.created", "format.updated", "format.deleted"],
};

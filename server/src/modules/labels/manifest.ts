import type { Module } from "../../module.ts";
import { labelsList } from "./read-labels.ts";
import { labelCreate, labelDelete, labelUpdate } from "./write-labels.ts";

export const labels: Module = {
  name: "labels",
  handlers: [labelsList, labelCreate, labelUpdate, labelDelete],
  tables: { labels: "kept", spec_labels: "left out" },
  events: ["label.created", "label.updated", "label.deleted"],
};

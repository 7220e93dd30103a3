import type { Module } from "../../module.ts";
import { viewsList } from "./read-views.ts";
import { viewCreate, viewDelete, viewUpdate } from "./write-views.ts";

export const views: Module = {
  name: "views",
  handlers: [viewsList, viewCreate, viewUpdate, viewDelete],
  tables: { views: "kept" },
  events: [
    ...(["view.created", "view.updated", "view.deleted"] as const),
    ...(["personal_view.created", "personal_view.updated", "personal_view.deleted"] as const),
  ],
};

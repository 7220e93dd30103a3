import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { documentRevisions } from "./list-revisions.ts";
import { documentGet, documentResolve } from "./read-documents.ts";

export const documents: Module<Context> = {
  name: "documents",
  handlers: [documentResolve, documentGet, documentRevisions],
};

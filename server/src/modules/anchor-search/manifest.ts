import { forgetAnchorsOfProject } from "../../anchors/anchor-rows.ts";
import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { searchDocument, settleOrphaned } from "./search-document.ts";

/** Anchors of documents, and the search for orphaned ones. */
export const anchorSearch: Module<Context> = {
  name: "orphans",
  commands: [settleOrphaned],
  jobs: {
    "anchors.search": {
      run: (context, payload, run) => searchDocument(context, payload, run),
      attempts: 10,
      share: { atOnce: 1 },
    },
  },
  tables: { anchors: "kept" },
  forgetProject: forgetAnchorsOfProject,
};

import type { Share } from "../../jobs/runner.ts";
import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { forgetTexts } from "../projects/forget-texts.ts";
import { createSources } from "./create-source.ts";
import { deleteSources } from "./delete-source.ts";
import { addText, endFile } from "./enrichment/enrich-file.ts";
import {
  beginEnrichment,
  endEnrichment,
  enrichSource,
  giveUpEnrichment,
} from "./enrichment/enrich-source.ts";
import { indexLater } from "./index-later.ts";
import { indexText, indexTextSlice } from "./index-source.ts";
import { quotesList } from "./list-quotes.ts";
import { createSourcesFromUrl } from "./pages/create-from-url.ts";
import { dropUnfinished, runDropUnfinished } from "./pages/drop-unfinished.ts";
import { insertPage } from "./pages/insert-page.ts";
import { refreshSources } from "./pages/refresh-source.ts";
import { keepPage, showPage } from "./pages/show-page.ts";
import { stageChunk } from "./pages/stage-text.ts";
import { readSources } from "./read-sources.ts";
import { sourceSetActive } from "./set-active.ts";
import { updateSources } from "./update-source.ts";
import { readSourceFiles } from "./uploads/read-file.ts";
import { uploads } from "./uploads/upload-sources.ts";

/** Reading may take half a minute and come in hundreds; two of a runner's five slots stay for others. */
const share: Share = { atOnce: 3 };

export const context: Module<Context> = {
  name: "context",
  handlers: [
    ...[...readSources, ...createSources, ...createSourcesFromUrl, ...refreshSources],
    ...[...updateSources, ...deleteSources, sourceSetActive, ...uploads, ...readSourceFiles, quotesList],
  ],
  commands: [
    ...[beginEnrichment, endEnrichment, addText, endFile, indexTextSlice],
    ...[insertPage, stageChunk, showPage, keepPage, dropUnfinished],
  ],
  jobs: {
    "context.enrich": { run: enrichSource, attempts: 8, giveUp: giveUpEnrichment, share },
    "context.index": { run: indexText, attempts: 8, giveUp: indexLater, share },
    "context.dropUnfinished": { run: runDropUnfinished, attempts: 8, share },
  },
  tables: { context_sources: "kept", context_texts: "kept", context_unused: "kept" },
  fileColumns: [{ table: "context_sources", column: "file_id" }],
  forgetProject: forgetTexts("context_sources", "source"),
  events: [
    "context_source.created",
    "context_source.updated",
    "context_source.deleted",
    "context_source.activated",
  ],
};

import type { Files } from "../../../client/src/import/files.ts";
import type { Format } from "../../../client/src/import/format.ts";
import type { FormatId } from "../../../client/src/import/formats.ts";

/** Loaded when a format is read. */
const readers: Record<FormatId, () => Promise<(files: Files) => Format>> = {
  kiro: async () => (await import("../../../client/src/import/kiro/format.ts")).kiroIn,
  "spec-kit": async () => (await import("../../../client/src/import/spec-kit/format.ts")).specKitIn,
  openspec: async () => (await import("../../../client/src/import/openspec/format.ts")).openSpecIn,
  backlog: async () => (await import("../../../client/src/import/backlog/format.ts")).backlogIn,
  taskmaster: async () => (await import("../../../client/src/import/taskmaster/format.ts")).taskmasterIn,
  beads: async () => (await import("../../../client/src/import/beads/format.ts")).beadsIn,
  markdown: async () => (await import("../../../client/src/import/markdown/format.ts")).markdownIn,
};

/** Returns the reader of a format's files. */
export const readerOf = async (id: FormatId, files: Files): Promise<Format> => (await readers[id]())(files);

import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { fileGet } from "./get-file.ts";
import { saveFile } from "./save-file.ts";
import { noteShown, sweepDocumentFiles } from "./sweep-files.ts";
import { fileUpload } from "./upload-file.ts";

export const documentFiles: Module<Context> = {
  name: "document-files",
  handlers: [fileUpload, fileGet],
  commands: [saveFile, noteShown],
  jobs: { "documentFiles.sweep": { run: sweepDocumentFiles, attempts: 10, everySeconds: 86_400 } },
  tables: { document_files: "kept" },
  fileColumns: [{ table: "document_files", column: "file_id" }],
  events: ["document.file_added"],
};

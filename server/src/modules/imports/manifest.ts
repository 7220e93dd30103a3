import type { Module } from "../../module.ts";
import { importFilesUpload } from "./files/upload-files.ts";
import { plansImport } from "./import-plans.ts";

export const imports: Module = {
  name: "imports",
  handlers: [plansImport, importFilesUpload],
  tables: {
    imported: "kept",
    imported_sources: "kept",
    import_uploads: "left out",
    imported_files: "kept",
    imported_places: "kept",
    imported_comments: "kept",
  },
  fileColumns: [{ table: "imported_files", column: "file_id" }],
};

import type { ExportNote } from "@groundplan/contract";

/** A file of an export. A kept one is read from storage when its turn comes. */
export type WrittenFile = { path: string } & (
  | { state: "kept"; fileId: string }
  | { state: "changed" | "written"; text: string }
);

/** Files of an export, and what they can't hold. */
export interface Written {
  files: WrittenFile[];
  notes: ExportNote[];
}

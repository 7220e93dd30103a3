import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { prototypeDelete } from "./delete-prototype.ts";
import { prototypePut } from "./put-prototype.ts";
import { prototypeFileGet, prototypeGet } from "./read-prototype.ts";
import { savePrototype } from "./save-prototype.ts";
import { saveShare } from "./save-share.ts";
import { shareCreate, shareDelete, shareGet, sharesList } from "./shares.ts";

export const prototypes: Module<Context> = {
  name: "prototypes",
  handlers: [
    ...[prototypeGet, prototypeFileGet, prototypePut, prototypeDelete],
    ...[sharesList, shareGet, shareCreate, shareDelete],
  ],
  commands: [savePrototype, saveShare],
  tables: {
    prototypes: "kept",
    prototype_files: "kept",
    // Without secrets, backups lack the tokens that links need.
    prototype_shares: "secret",
  },
  fileColumns: [{ table: "prototype_files", column: "file_id" }],
  events: ["prototype.updated", "prototype.deleted", "prototype.shared", "prototype.unshared"],
};

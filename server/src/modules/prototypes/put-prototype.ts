import { putPrototype } from "@groundplan/contract";
import { action } from "../../dispatch/handlers.ts";
import type { Context } from "../context.ts";
import { editablePlan } from "../plans/access.ts";
import { presentPrototype } from "./present.ts";
import { savePrototype } from "./save-prototype.ts";
import { sentFiles } from "./sent-files.ts";

/** Stores the files, then replaces the former ones atomically. */
export const prototypePut = action(
  putPrototype,
  async (context: Context, actor, { params, body, ifMatch }) => {
    const entry = body.entry.normalize("NFC");
    const files = await sentFiles(context, actor.workspaceId, body.file, entry);
    const save = { actor, path: params, entry, files, ...(ifMatch ? { ifMatch } : {}) };
    const { row, created } = await context.writer.run(savePrototype, save);
    return { status: created ? 201 : 200, body: { prototype: presentPrototype(row, files) } };
  },
  { before: editablePlan },
);

import { getPrototype, getPrototypeFile, type RawFile } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { readFile } from "../../files/read-file.ts";
import { readablePlan, requireEditRight } from "../plans/access.ts";
import { livePrototype } from "./access.ts";
import { mediaTypeOf } from "./media-type.ts";
import { presentPrototype } from "./present.ts";
import { fileAt, filesOf } from "./store.ts";

export const prototypeGet = read(getPrototype, async (db, actor, { params }) => {
  const row = await livePrototype(db, await readablePlan(db, actor, params));
  return { prototype: presentPrototype(row, await filesOf(db, row)) };
});

/** Returns a file by path in any Unicode form; stored paths are NFC. */
export const prototypeFileGet = read(getPrototypeFile, async (db, actor, { params }): Promise<RawFile> => {
  const plan = requireEditRight(await readablePlan(db, actor, params));
  const { workspace_id, plan_id } = await livePrototype(db, plan);
  const path = params.path.normalize("NFC");
  const [file] = await fileAt(db, { workspace_id, plan_id, path, index: path });
  if (!file || file.sha256 === null) throw notFound("file of the prototype");
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    mediaType: mediaTypeOf(path),
    bytes: file.bytes,
    content: readFile(db, workspace_id, file.fileId),
  };
});

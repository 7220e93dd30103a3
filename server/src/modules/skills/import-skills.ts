import { buffer } from "node:stream/consumers";
import { importProjectSkills, importSkills, type Upload } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { type ActionRequest, action, disclosesNothing } from "../../dispatch/handlers.ts";
import { invalid } from "../../errors.ts";
import { readFile } from "../../files/read-file.ts";
import { storeBytes } from "../../files/store-file.ts";
import type { Db } from "../../storage/dialect.ts";
import type { Context } from "../context.ts";
import { readableLevel, requireLevelEdit } from "../projects/level.ts";
import type { FolderFile } from "./folder-files.ts";
import { nothingTaken } from "./nothing-taken.ts";
import { type ArchivedSkill, readArchive, wholeZip } from "./read-archive.ts";
import { type NewSkill, saveImport } from "./save-import.ts";

interface Input {
  params: { projectSlug?: string };
  body: z.output<NonNullable<(typeof importSkills)["body"]>>;
}

/** Archives read at once, each of which holds itself and a file in memory. */
const archivesAtOnce = perProcess(() => concurrencyLimit(2));

/** Imports an archive's skills in one transaction, after storing their files one by one. */
async function importAll(context: Context, actor: Actor, { params, body }: Input, { claim }: ActionRequest) {
  const [archive] = body.file;
  if (!archive) throw invalid("/file", "must be an archive");
  const { skills, problems } = await archivesAtOnce(context)(() => store(context, actor, archive));
  const { onConflict } = body;
  const input = { actor, path: params, skills, problems, onConflict, claim };
  return { body: await context.writer.run(saveImport, input) };
}

async function store(context: Context, { workspaceId }: Actor, archive: Upload) {
  const { skills, problems } = await readArchive(
    await buffer(readFile(context.db, workspaceId, archive.fileId)),
  );
  if (skills.length === 0) throw nothingTaken(problems);
  const stored: NewSkill[] = [];
  for (const skill of skills) stored.push(await storeFolder(context, workspaceId, skill));
  return { skills: stored, problems };
}

async function storeFolder(
  context: Context,
  workspaceId: string,
  { path: from, files, ...skill }: ArchivedSkill,
): Promise<NewSkill> {
  const stored: FolderFile[] = [];
  for (const { path, entry } of files) {
    const content = await wholeZip(() => entry.read());
    const { fileId, bytes } = await storeBytes(context, workspaceId, content);
    stored.push({ path, fileId, bytes, executable: entry.executable });
  }
  return { ...skill, from, files: stored };
}

const options = {
  discloses: disclosesNothing,
  before: async (db: Db, actor: Actor, params: Input["params"]) =>
    requireLevelEdit(actor, await readableLevel(db, actor, params), "skills"),
};

export const skillImports = [
  action(importSkills, importAll, options),
  action(importProjectSkills, importAll, options),
];

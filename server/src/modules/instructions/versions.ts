import {
  getInstructionVersion,
  getProjectInstructionVersion,
  type Input,
  listInstructionVersions,
  listProjectInstructionVersions,
  restoreInstructionVersion,
  restoreProjectInstructionVersion,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post, read } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { findRevision, listRevisions, requireRevision } from "../../revisions/revisions.ts";
import { latest, presentVersion, seqOf } from "../../revisions/versions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { levelName, requireLevelEdit } from "../projects/level.ts";
import { type Instructions, type Path, readableInstructions } from "./access.ts";
import { changeText } from "./change-text.ts";
import { presentInstructions } from "./present.ts";

/** Returns the row whose versions a path lists: a project's own once it had a text. */
const versioned = ({ own, company }: Instructions) => (own && own.revision > 0 ? own : company);

type List = { params: Path; query: Input<typeof listInstructionVersions>["query"] };

const list = async (db: Db, actor: Actor, { params, query }: List) => {
  const subject = versioned(await readableInstructions(db, actor, params));
  const { limit, before = latest } = query;
  const rows = subject
    ? await listRevisions(db, actor.workspaceId, subject.id, Math.min(before, latest), limit + 1)
    : [];
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    scope: levelName(subject?.project_id ?? null),
    versions: rows.slice(0, limit).map(presentVersion),
    ...(last ? { nextBefore: last.seq } : {}),
  };
};

type One = { params: Path & { seq: string } };

const get = async (db: Db, actor: Actor, { params }: One) => {
  const subject = versioned(await readableInstructions(db, actor, params));
  const row = subject && (await findRevision(db, actor.workspaceId, subject.id, seqOf(params.seq)));
  if (!row) throw notFound("version");
  return { version: { ...presentVersion(row), markdown: row.text } };
};

/** Restores an old text as a new version. */
const restore = async (
  tx: Tx,
  actor: Actor,
  { params, ifMatch }: One & Pick<Input<typeof restoreInstructionVersion>, "ifMatch">,
) => {
  const instructions = await readableInstructions(tx, actor, params);
  const { own } = instructions;
  const row = own && (await findRevision(tx, actor.workspaceId, own.id, seqOf(params.seq)));
  if (!row) throw notFound("version");
  requireLevelEdit(actor, instructions.level, "instructions");
  requireRevision(own.revision, ifMatch);
  const message = `Restored version ${row.version}`;
  const because = { restored: row.seq };
  const change = { markdown: row.text, op: "restore", message, because } as const;
  const after = await changeText(tx, actor, instructions, change);
  return { instructions: await presentInstructions(tx, after) };
};

export const versionsList = read(listInstructionVersions, list);
export const versionGet = read(getInstructionVersion, get);
export const versionRestore = post(restoreInstructionVersion, disclosesNothing, restore);
export const projectVersionsList = read(listProjectInstructionVersions, list);
export const projectVersionGet = read(getProjectInstructionVersion, get);
export const projectVersionRestore = post(restoreProjectInstructionVersion, disclosesNothing, restore);

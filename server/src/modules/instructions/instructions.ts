import {
  deleteInstructions,
  deleteProjectInstructions,
  getInstructions,
  getProjectInstructions,
  type Input,
  limits,
  putInstructions,
  putProjectInstructions,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read, write } from "../../dispatch/handlers.ts";
import { notFound } from "../../errors.ts";
import { mergeOnto, requireRevision } from "../../revisions/revisions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { requireLevelEdit } from "../projects/level.ts";
import { type Path, readableInstructions } from "./access.ts";
import { changeText } from "./change-text.ts";
import { presentInstructions } from "./present.ts";

const get = async (db: Db, actor: Actor, { params }: { params: Path }) => ({
  instructions: await presentInstructions(db, await readableInstructions(db, actor, params)),
});

type Put = Pick<Input<typeof putInstructions>, "body" | "ifMatch"> & { params: Path };

const put = async (tx: Tx, actor: Actor, { params, body, ifMatch }: Put) => {
  const instructions = await readableInstructions(tx, actor, params);
  requireLevelEdit(actor, instructions.level, "instructions");
  const { own } = instructions;
  requireRevision(own?.revision ?? 0, ifMatch);
  const { text: markdown } = await mergeOnto(tx, actor.workspaceId, {
    subject: { id: own?.id ?? "", revision: own?.revision ?? 0 },
    current: { title: "", text: own?.markdown ?? "" },
    change: { text: body.markdown },
    baseRevision: body.baseRevision,
    most: limits.instructionsBytes,
  });
  const change = { markdown, op: "edit", message: body.message } as const;
  const after = await changeText(tx, actor, instructions, change);
  return { instructions: await presentInstructions(tx, after) };
};

type Delete = Pick<Input<typeof deleteInstructions>, "ifMatch"> & { params: Path };

/** Clears the level's text as a new version; versions, proposals and threads stay. */
const remove = async (tx: Tx, actor: Actor, { params, ifMatch }: Delete) => {
  const instructions = await readableInstructions(tx, actor, params);
  const { own, level } = instructions;
  if (!own || own.markdown === "") throw notFound("text of its own");
  requireLevelEdit(actor, level, "instructions");
  requireRevision(own.revision, ifMatch);
  await changeText(tx, actor, instructions, { markdown: "", op: "delete" });
  return { deleted: true as const };
};

export const instructionsGet = read(getInstructions, get);
export const instructionsPut = write(putInstructions, put);
export const projectInstructionsGet = read(getProjectInstructions, get);
export const projectInstructionsPut = write(putProjectInstructions, put);
export const instructionsDelete = write(deleteInstructions, remove);
export const projectInstructionsDelete = write(deleteProjectInstructions, remove);

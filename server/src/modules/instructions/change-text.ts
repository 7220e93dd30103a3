import type { EventData, RevisionOp } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { instructionsDocument, levelIdOf } from "../../anchors/document-id.ts";
import { moveAnchors } from "../../anchors/move-anchors.ts";
import { appendEvents } from "../../events/append.ts";
import { now } from "../../ids.ts";
import { recordRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { levelName } from "../projects/level.ts";
import type { Instructions } from "./access.ts";
import { indexInstructions } from "./index-instructions.ts";
import { addInstructions, type InstructionRow, updateInstructions } from "./store.ts";

type Because = Pick<EventData<"instructions.updated">, "restored" | "proposalId">;

/** Returns the instructions with their own row, created if missing. */
export async function withOwnRow(
  tx: Tx,
  instructions: Instructions,
): Promise<Instructions & { own: InstructionRow }> {
  const { level } = instructions;
  const own = instructions.own ?? (await addInstructions(tx, level));
  return { ...instructions, own, company: level.projectId === null ? own : instructions.company };
}

interface TextChange {
  markdown: string;
  op: RevisionOp;
  message?: string | undefined;
  because?: Because;
}

/** Writes a new version of the level's text unless it is unchanged. */
export async function changeText(
  tx: Tx,
  actor: Actor,
  instructions: Instructions,
  { markdown, op, message, because = {} }: TextChange,
): Promise<Instructions> {
  if (markdown === (instructions.own?.markdown ?? "")) return instructions;
  const { level, own, company } = await withOwnRow(tx, instructions);
  const row = { ...own, markdown, revision: own.revision + 1, updated_at: now() };
  await updateInstructions(tx, row);
  await indexInstructions(tx, row);
  const { id: subjectId, revision } = row;
  await recordRevision(tx, actor, { subjectId, revision, title: "", text: markdown, op, message });
  const scope = levelName(level.projectId);
  await appendEvents(tx, actor, [
    {
      type: "instructions.updated",
      subjectId: row.id,
      projectId: level.projectId,
      data: { scope, revision: row.revision, op, ...because },
    },
  ]);
  const rewrite = { before: own.markdown, after: markdown, revision: row.revision };
  await moveAnchors(tx, actor, instructionsDocument(levelIdOf(actor.workspaceId, level.projectId)), rewrite);
  return { level, own: row, company: level.projectId === null ? row : company };
}

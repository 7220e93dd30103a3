import type { ProposalState } from "@groundplan/contract";
import type { Selectable } from "kysely";
import { newId, now } from "../../ids.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import type { Tables } from "../../storage/tables.ts";
import { type Level, ofLevelOrCompany } from "../projects/level.ts";

export type InstructionRow = Selectable<Tables["instructions"]>;
/** A proposal with its author's name, null for a deleted account. */
export type ProposalRow = Selectable<Tables["instruction_proposals"]> & { author_name: string | null };

/** Finds a level's instructions and, for a project, the company's. */
export function findInstructions(db: Db, level: Level): Promise<InstructionRow[]> {
  return db
    .selectFrom("instructions")
    .selectAll()
    .where("workspace_id", "=", level.workspaceId)
    .where(ofLevelOrCompany(level))
    .execute();
}

/** Inserts a level's row with an empty, unwritten text. */
export async function addInstructions(tx: Tx, { workspaceId, projectId }: Level): Promise<InstructionRow> {
  const timestamp = now();
  const row = {
    workspace_id: workspaceId,
    id: newId(),
    project_id: projectId,
    markdown: "",
    revision: 0,
    created_at: timestamp,
    updated_at: timestamp,
  };
  await tx.insertInto("instructions").values(row).execute();
  return row;
}

export async function updateInstructions(tx: Tx, row: InstructionRow): Promise<void> {
  const { markdown, revision, updated_at } = row;
  await tx
    .updateTable("instructions")
    .set({ markdown, revision, updated_at })
    .where("workspace_id", "=", row.workspace_id)
    .where("id", "=", row.id)
    .execute();
}

export async function hasOpenProposal(db: Db, of: InstructionRow): Promise<boolean> {
  const open = db
    .selectFrom("instruction_proposals")
    .select("id")
    .where("workspace_id", "=", of.workspace_id)
    .where("instructions_id", "=", of.id)
    .where("state", "=", "open")
    .limit(1);
  return (await open.executeTakeFirst()) !== undefined;
}

function proposalsOf(db: Db, of: InstructionRow) {
  return db
    .selectFrom("instruction_proposals as proposal")
    .leftJoin("users", "users.id", "proposal.author_user_id")
    .selectAll("proposal")
    .select("users.name as author_name")
    .where("proposal.workspace_id", "=", of.workspace_id)
    .where("proposal.instructions_id", "=", of.id);
}

/** Lists proposals by creation, after an id. */
export function listProposalRows(
  db: Db,
  of: InstructionRow,
  state: ProposalState | undefined,
  after: string,
  limit: number,
): Promise<ProposalRow[]> {
  const rows = proposalsOf(db, of).where("proposal.id", ">", after).orderBy("proposal.id").limit(limit);
  return (state ? rows.where("proposal.state", "=", state) : rows).execute();
}

export function findProposal(db: Db, of: InstructionRow, id: string): Promise<ProposalRow | undefined> {
  return proposalsOf(db, of).where("proposal.id", "=", id).executeTakeFirst();
}

export async function setState(tx: Tx, proposal: ProposalRow, state: ProposalState): Promise<void> {
  await tx
    .updateTable("instruction_proposals")
    .set({ state })
    .where("workspace_id", "=", proposal.workspace_id)
    .where("id", "=", proposal.id)
    .execute();
}

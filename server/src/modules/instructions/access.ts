import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { type Level, readableLevel } from "../projects/level.ts";
import { findInstructions, findProposal, type InstructionRow, type ProposalRow } from "./store.ts";

/** Path parameters; without a project, the company's. */
export interface Path {
  projectSlug?: string;
}

export interface Instructions {
  level: Level;
  /** The level's own row; undefined before its first text or proposal. */
  own: InstructionRow | undefined;
  /** The company's row, a project's fallback; the same as `own` at the company's level. */
  company: InstructionRow | undefined;
}

/** Returns the path's instructions, readable by all members. */
export async function readableInstructions(db: Db, actor: Actor, path: Path): Promise<Instructions> {
  const level = await readableLevel(db, actor, path);
  const rows = await findInstructions(db, level);
  return {
    level,
    own: rows.find((row) => row.project_id === level.projectId),
    company: rows.find((row) => row.project_id === null),
  };
}

export async function readableProposal(
  db: Db,
  actor: Actor,
  { proposalId, ...path }: Path & { proposalId: string },
): Promise<Instructions & { own: InstructionRow; proposal: ProposalRow }> {
  const instructions = await readableInstructions(db, actor, path);
  const { own } = instructions;
  const proposal = own && (await findProposal(db, own, proposalId));
  if (!own || !proposal) throw notFound("proposal");
  return { ...instructions, own, proposal };
}

/** Throws 409 for a decided proposal. */
export function requireOpen(proposal: ProposalRow): void {
  if (proposal.state !== "open")
    throw new ApiError("not_open", `The proposal was ${proposal.state} already. Make a new one.`);
}

import type { Actor } from "../../actor.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableTier, type Tier } from "../projects/tier.ts";
import { findInstructions, findProposal, type InstructionRow, type ProposalRow } from "./store.ts";

/** The parameters of a path: the company's instructions have no project. */
export interface Path {
  projectSlug?: string;
}

/** The instructions of a path. */
export interface Instructions {
  tier: Tier;
  /** The row of the path's own text; undefined before the first text or proposal. */
  own: InstructionRow | undefined;
  /** The row of the company, to which a project falls back; the same as `own` at the company's path. */
  company: InstructionRow | undefined;
}

/** Returns the instructions of the path. Every member of the workspace reads them. */
export async function readableInstructions(db: Db, actor: Actor, path: Path): Promise<Instructions> {
  const tier = await readableTier(db, actor, path);
  const rows = await findInstructions(db, tier);
  return {
    tier,
    own: rows.find((row) => row.project_id === tier.projectId),
    company: rows.find((row) => row.project_id === null),
  };
}

/** Returns a proposal of the path with its instructions. */
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

/** Throws 409 for a proposal that was decided. */
export function requireOpen(proposal: ProposalRow): void {
  if (proposal.state !== "open")
    throw new ApiError("not_open", `The proposal was ${proposal.state} already. Make a new one.`);
}

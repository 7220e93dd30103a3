import {
  characters,
  isVisible,
  limits,
  type Proposal,
  type Instructions as Wire,
} from "@groundplan/contract";
import type { Db } from "../../storage/dialect.ts";
import { levelName } from "../projects/level.ts";
import type { Instructions } from "./access.ts";
import { hasOpenProposal, type ProposalRow } from "./store.ts";

const path = "instructions.md";

/** Returns the effective row: a project without visible text uses the company's. */
export function effective({ level, own, company }: Instructions) {
  const isOwn = level.projectId === null || (own !== undefined && isVisible(own.markdown));
  return isOwn ? own : company;
}

/** Returns the API's form of instructions. The revision is the level's own, which writes compare. */
export async function presentInstructions(db: Db, instructions: Instructions): Promise<Wire> {
  const { own } = instructions;
  const shown = effective(instructions);
  const markdown = shown?.markdown ?? "";
  return {
    scope: levelName(shown?.project_id ?? null),
    markdown,
    path,
    bytes: Buffer.byteLength(markdown),
    maxBytes: limits.instructionsBytes,
    characters: characters(markdown),
    maxInjectedCharacters: limits.injectedCharacters,
    proposalPending: own !== undefined && (await hasOpenProposal(db, own)),
    revision: own?.revision ?? 0,
  };
}

export const presentProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  markdown: row.markdown,
  message: row.message,
  author:
    row.author_user_id === null || row.author_name === null
      ? null
      : { userId: row.author_user_id, name: row.author_name },
  baseRevision: row.base_revision,
  state: row.state,
  createdAt: row.created_at,
});

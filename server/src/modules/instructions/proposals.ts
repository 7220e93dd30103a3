import {
  createProjectProposal,
  createProposal,
  getProjectProposal,
  getProposal,
  type Input,
  listProjectProposals,
  listProposals,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post, read } from "../../dispatch/handlers.ts";
import { appendEvents } from "../../events/append.ts";
import { newId, now } from "../../ids.ts";
import { requireBase } from "../../revisions/revisions.ts";
import type { Db, Tx } from "../../storage/dialect.ts";
import { longRows, pageOf } from "../paging.ts";
import { requireMember } from "../projects/access.ts";
import { levelName } from "../projects/level.ts";
import { type Path, readableInstructions, readableProposal } from "./access.ts";
import { withOwnRow } from "./change-text.ts";
import { presentProposal } from "./present.ts";
import { listProposalRows } from "./store.ts";

type List = { params: Path; query: Input<typeof listProposals>["query"] };

const list = async (db: Db, actor: Actor, { params, query }: List) => {
  const { own } = await readableInstructions(db, actor, params);
  const { rows, ...next } = await pageOf(
    `${listProposals.id} ${own?.id} ${query.state}`,
    query,
    async ([after = ""], limit) => (own ? listProposalRows(db, own, query.state, String(after), limit) : []),
    (row) => [row.id],
    longRows,
  );
  return { proposals: rows.map(presentProposal), ...next };
};

type Create = { params: Path; body: Input<typeof createProposal>["body"] };

/** Proposes a text, which any member may do. */
const create = async (tx: Tx, actor: Actor, { params, body }: Create) => {
  const instructions = await readableInstructions(tx, actor, params);
  requireMember(actor);
  const { level, own } = await withOwnRow(tx, instructions);
  const { baseRevision = own.revision, markdown, message = "" } = body;
  await requireBase(tx, actor.workspaceId, own, baseRevision);
  const row = {
    workspace_id: actor.workspaceId,
    id: newId(),
    instructions_id: own.id,
    markdown,
    message,
    author_user_id: actor.userId,
    base_revision: baseRevision,
    state: "open" as const,
    created_at: now(),
  };
  await tx.insertInto("instruction_proposals").values(row).execute();
  await appendEvents(tx, actor, [
    {
      type: "proposal.created",
      subjectId: row.id,
      projectId: level.projectId,
      data: { scope: levelName(level.projectId) },
    },
  ]);
  return { proposal: presentProposal({ ...row, author_name: actor.userName }) };
};

export const proposalsList = read(listProposals, list);
export const proposalCreate = post(createProposal, disclosesNothing, create);
export const projectProposalsList = read(listProjectProposals, list);
export const projectProposalCreate = post(createProjectProposal, disclosesNothing, create);

const get = async (db: Db, actor: Actor, { params }: { params: Path & { proposalId: string } }) => ({
  proposal: presentProposal((await readableProposal(db, actor, params)).proposal),
});
export const proposalGet = read(getProposal, get);
export const projectProposalGet = read(getProjectProposal, get);

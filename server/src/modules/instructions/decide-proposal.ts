import {
  acceptProjectProposal,
  acceptProposal,
  type Input,
  limits,
  rejectProjectProposal,
  rejectProposal,
  withdrawProjectProposal,
  withdrawProposal,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { disclosesNothing, post, write } from "../../dispatch/handlers.ts";
import { forbidden } from "../../errors.ts";
import { appendEvents } from "../../events/append.ts";
import { mergeOnto, requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { type Level, levelName, requireLevelEdit } from "../projects/level.ts";
import { type Path, readableProposal, requireOpen } from "./access.ts";
import { changeText } from "./change-text.ts";
import { presentProposal } from "./present.ts";
import { type ProposalRow, setState } from "./store.ts";

type One = { params: Path & { proposalId: string } };

/** Returns an open proposal that the actor may decide. */
async function decidable(tx: Tx, actor: Actor, params: One["params"]) {
  const found = await readableProposal(tx, actor, params);
  requireLevelEdit(actor, found.level, "instructions");
  requireOpen(found.proposal);
  return found;
}

/** Merges the proposal with changes since its base into the current text. */
const accept = async (
  tx: Tx,
  actor: Actor,
  { params, ifMatch }: One & Pick<Input<typeof acceptProposal>, "ifMatch">,
) => {
  const { proposal, ...instructions } = await decidable(tx, actor, params);
  const { own, level } = instructions;
  requireRevision(own.revision, ifMatch);
  const { text } = await mergeOnto(tx, actor.workspaceId, {
    subject: own,
    current: { title: "", text: own.markdown },
    change: { text: proposal.markdown },
    baseRevision: proposal.base_revision,
    most: limits.instructionsBytes,
  });
  const because = { proposalId: proposal.id };
  const message = messageOf(proposal);
  await changeText(tx, actor, instructions, { markdown: text, op: "proposal", message, because });
  return { proposal: await decide(tx, actor, level, proposal, "accepted") };
};

const reject = async (tx: Tx, actor: Actor, { params }: One) => {
  const { proposal, level } = await decidable(tx, actor, params);
  return { proposal: await decide(tx, actor, level, proposal, "rejected") };
};

/** Withdraws an open proposal, for its author only. */
const withdraw = async (tx: Tx, actor: Actor, { params }: One) => {
  const { proposal, level } = await readableProposal(tx, actor, params);
  if (proposal.author_user_id !== actor.userId)
    throw forbidden("Only its author can withdraw a proposal. Whoever decides about it can reject it.");
  requireOpen(proposal);
  return { proposal: await decide(tx, actor, level, proposal, "withdrawn") };
};

/** Returns the version's message, which credits the proposal's author. */
function messageOf({ author_name: name, message }: ProposalRow): string {
  const what = name === null ? "Accepted a proposal" : `Accepted a proposal of ${name}`;
  return message === "" ? what : `${what}: ${message}`;
}

async function decide(
  tx: Tx,
  actor: Actor,
  { projectId }: Level,
  proposal: ProposalRow,
  state: "accepted" | "rejected" | "withdrawn",
) {
  await setState(tx, proposal, state);
  await appendEvents(tx, actor, [
    { type: `proposal.${state}`, subjectId: proposal.id, projectId, data: { scope: levelName(projectId) } },
  ]);
  return presentProposal({ ...proposal, state });
}

export const proposalAccept = post(acceptProposal, disclosesNothing, accept);
export const proposalReject = post(rejectProposal, disclosesNothing, reject);
export const projectProposalAccept = post(acceptProjectProposal, disclosesNothing, accept);
export const projectProposalReject = post(rejectProjectProposal, disclosesNothing, reject);
export const proposalWithdraw = write(withdrawProposal, withdraw);
export const projectProposalWithdraw = write(withdrawProjectProposal, withdraw);

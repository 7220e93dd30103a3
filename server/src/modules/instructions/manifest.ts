import type { Module } from "../../module.ts";
import { forgetTexts } from "../projects/forget-texts.ts";
import {
  projectProposalAccept,
  projectProposalReject,
  projectProposalWithdraw,
  proposalAccept,
  proposalReject,
  proposalWithdraw,
} from "./decide-proposal.ts";
import {
  instructionsDelete,
  instructionsGet,
  instructionsPut,
  projectInstructionsDelete,
  projectInstructionsGet,
  projectInstructionsPut,
} from "./instructions.ts";
import {
  projectProposalCreate,
  projectProposalGet,
  projectProposalsList,
  proposalCreate,
  proposalGet,
  proposalsList,
} from "./proposals.ts";
import {
  projectVersionGet,
  projectVersionRestore,
  projectVersionsList,
  versionGet,
  versionRestore,
  versionsList,
} from "./versions.ts";

export const instructions: Module = {
  name: "instructions",
  handlers: [
    ...[instructionsGet, instructionsPut, instructionsDelete, versionsList, versionGet, versionRestore],
    ...[proposalsList, proposalGet, proposalCreate, proposalAccept, proposalReject, proposalWithdraw],
    ...[projectInstructionsGet, projectInstructionsPut, projectInstructionsDelete],
    ...[projectVersionsList, projectVersionGet, projectVersionRestore],
    ...[projectProposalsList, projectProposalGet, projectProposalCreate],
    ...[projectProposalAccept, projectProposalReject, projectProposalWithdraw],
  ],
  tables: { instructions: "kept", instruction_proposals: "kept" },
  forgetProject: forgetTexts("instructions", "instructions"),
  events: [
    ...(["instructions.updated", "proposal.created", "proposal.accepted"] as const),
    ...(["proposal.rejected", "proposal.withdrawn"] as const),
  ],
};

import type { Module } from "../../module.ts";
import { forgetTexts } from "../projects/forget-texts.ts";
import {
  projectProposalAccept,
  projectProposalReject,
  proposalAccept,
  proposalReject,
} from "./decide-proposal.ts";
import {
  instructionsGet,
  instructionsPut,
  projectInstructionsGet,
  projectInstructionsPut,
} from "./instructions.ts";
import { projectProposalCreate, projectProposalsList, proposalCreate, proposalsList } from "./proposals.ts";
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
    ...[instructionsGet, instructionsPut, versionsList, versionGet, versionRestore],
    ...[proposalsList, proposalCreate, proposalAccept, proposalReject],
    ...[projectInstructionsGet, projectInstructionsPut],
    ...[projectVersionsList, projectVersionGet, projectVersionRestore],
    ...[projectProposalsList, projectProposalCreate, projectProposalAccept, projectProposalReject],
  ],
  tables: { instructions: "kept", instruction_proposals: "kept" },
  forgetProject: forgetTexts("instructions", "instructions"),
  events: ["instructions.updated", "proposal.created", "proposal.accepted", "proposal.rejected"],
};

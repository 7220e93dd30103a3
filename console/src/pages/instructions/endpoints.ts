import {
  acceptProjectProposal,
  acceptProposal,
  createProjectProposal,
  createProposal,
  getInstructions,
  getInstructionVersion,
  getProjectInstructions,
  getProjectInstructionVersion,
  listInstructionVersions,
  listProjectInstructionVersions,
  listProjectProposals,
  listProposals,
  putInstructions,
  putProjectInstructions,
  rejectProjectProposal,
  rejectProposal,
  restoreInstructionVersion,
  restoreProjectInstructionVersion,
} from "@groundplan/contract";
import type { Scope } from "../../planning/scope/scope.ts";

const project = {
  get: getProjectInstructions,
  put: putProjectInstructions,
  versions: listProjectInstructionVersions,
  version: getProjectInstructionVersion,
  restore: restoreProjectInstructionVersion,
  proposals: listProjectProposals,
  propose: createProjectProposal,
  accept: acceptProjectProposal,
  reject: rejectProjectProposal,
};
const workspace = {
  get: getInstructions,
  put: putInstructions,
  versions: listInstructionVersions,
  version: getInstructionVersion,
  restore: restoreInstructionVersion,
  proposals: listProposals,
  propose: createProposal,
  accept: acceptProposal,
  reject: rejectProposal,
};

type InstructionEndpoints = typeof project;

/** By scope; only the path parameters differ. */
export const instructionsAt = ({ kind }: Scope): InstructionEndpoints =>
  kind === "workspace" ? (workspace as unknown as InstructionEndpoints) : project;

/** The endpoints to invalidate after a change of instructions. */
export const instructionReads = [project, workspace].flatMap(({ get, versions, proposals }) => [
  get,
  versions,
  proposals,
]);

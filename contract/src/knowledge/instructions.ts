import { z } from "zod";
import { clampedInteger, Deleted, limits, nextCursor, page, projectParams } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Version } from "../planning/spec-versions.ts";
import { bytes, dateTime, text } from "../text.ts";

const tag = "Instructions";
const companyPath = "/v1/instructions";
const projectPath = "/v1/projects/{projectSlug}/instructions";

export const instructionsScope = z.enum(["company", "project"]);
const scope = instructionsScope.describe(
  "The scope of the text: a project without its own uses the company's.",
);
const revision = z.int().nonnegative();

export const Instructions = z
  .object({
    scope,
    markdown: z.string(),
    path: z.string(),
    bytes: z.int(),
    maxBytes: z.int(),
    characters: z.int(),
    maxInjectedCharacters: z
      .int()
      .describe("The most characters that the planning agent reads; what follows is left out."),
    proposalPending: z.boolean().describe("True where a proposal at this address waits for a decision."),
    revision: revision.describe("Counts the texts written at this address, from 0."),
  })
  .meta({ id: "Instructions" });
export type Instructions = z.infer<typeof Instructions>;

export const proposalState = z.enum(["open", "accepted", "rejected", "withdrawn"]);
export type ProposalState = z.infer<typeof proposalState>;

export const Proposal = z
  .object({
    id: z.string(),
    markdown: z.string().describe("The whole text that is proposed."),
    message: z.string(),
    author: z.object({ userId: z.string(), name: z.string() }).nullable(),
    baseRevision: revision.describe(
      "The revision that the text was made from: compare it with `versions/{baseRevision}`, 0 is the empty text.",
    ),
    state: proposalState,
    createdAt: dateTime(),
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof Proposal>;

const markdown = bytes(limits.instructionsBytes);
const message = text(500).optional().describe("What changes and why, for the list of versions.");
const baseRevision = revision.optional().describe("The revision the new text was made from.");
const seq = z.string().describe("The version's `seq`.");
const proposalId = z.string().describe("The proposal's id.");

const versionsQuery = z.strictObject({
  limit: clampedInteger(1, 200).default(50).describe("1 to 200, by default 50; clamped."),
  before: clampedInteger(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The `nextBefore` of the page before: only entries older than this `seq`."),
});

const versionsReply = z
  .object({
    scope: instructionsScope.describe(
      "The scope whose versions these are: a project that never had a text shows the company's.",
    ),
    versions: z.array(Version),
    nextBefore: z.int().optional().describe("Absent on the last page."),
  })
  .meta({ id: "VersionsReply" });

const versionReply = z.object({
  version: Version.extend({ markdown: z.string() }).meta({ id: "InstructionVersion" }),
});

const newText = z.strictObject({ markdown, message, baseRevision }).meta({ id: "InstructionsText" });
const one = z.object({ instructions: Instructions }).meta({ id: "InstructionsReply" });
const oneProposal = z.object({ proposal: Proposal }).meta({ id: "ProposalReply" });

interface LevelEndpoints<P, V, D> {
  id: string;
  path: string;
  /** Completes the sentence "the instructions of …". */
  of: string;
  /** The roles that decide on proposals. */
  deciders: string;
  params: P;
  versionParams: V;
  proposalParams: D;
}

/** Declares the endpoints that company and project instructions share. */
function endpointsAt<P extends z.ZodObject, V extends z.ZodObject, D extends z.ZodObject>(
  level: LevelEndpoints<P, V, D>,
) {
  const { id, path, of: owner, deciders, params, versionParams, proposalParams } = level;
  return {
    get: endpoint({
      id: `${id}.get`,
      method: "GET",
      path,
      tag,
      params,
      summary: `Read the instructions of ${owner}`,
      reply: one,
      versioned: "instructions",
      errors: ["not_found"],
    }),
    put: endpoint({
      id: `${id}.put`,
      method: "PUT",
      path,
      tag,
      params,
      summary: `Write the instructions of ${owner}`,
      description: `For ${deciders}.`,
      body: newText,
      reply: one,
      versioned: "instructions",
      errors: ["not_found", "forbidden", "revision_conflict", "precondition_failed"],
    }),
    remove: endpoint({
      id: `${id}.delete`,
      method: "DELETE",
      path,
      tag,
      params,
      summary: `Delete the instructions of ${owner}`,
      description: `For ${deciders}. Versions and proposals stay, and an earlier version can be restored.`,
      reply: Deleted,
      versioned: "instructions",
      errors: ["not_found", "forbidden", "precondition_failed"],
    }),
    listVersions: endpoint({
      id: `${id}.versions`,
      method: "GET",
      path: `${path}/versions`,
      tag,
      params,
      summary: `List the versions of the instructions of ${owner}, newest first`,
      query: versionsQuery,
      reply: versionsReply,
      errors: ["not_found"],
    }),
    getVersion: endpoint({
      id: `${id}.version`,
      method: "GET",
      path: `${path}/versions/{seq}`,
      tag,
      params: versionParams,
      summary: `Read one version of the instructions of ${owner}`,
      reply: versionReply,
      errors: ["not_found"],
    }),
    restoreVersion: endpoint({
      id: `${id}.restoreVersion`,
      method: "POST",
      path: `${path}/versions/{seq}/restore`,
      tag,
      summary: `Make an earlier version the current instructions of ${owner}`,
      description: `For ${deciders}. A version of the company's is restored at the company's address.`,
      params: versionParams,
      reply: one,
      versioned: "instructions",
      errors: ["not_found", "forbidden", "precondition_failed"],
    }),
    listProposals: endpoint({
      id: `${id}.proposals`,
      method: "GET",
      path: `${path}/proposals`,
      tag,
      params,
      summary: `List proposals for the instructions of ${owner}, by creation`,
      query: z.strictObject({
        ...page,
        state: proposalState.optional().describe("Only those in this state."),
      }),
      reply: z.object({ proposals: z.array(Proposal), nextCursor }),
      errors: ["not_found"],
    }),
    createProposal: endpoint({
      id: `${id}.propose`,
      method: "POST",
      path: `${path}/proposals`,
      tag,
      params,
      summary: `Propose a new text for the instructions of ${owner}`,
      description: "For members. Without `baseRevision` the text counts as made from the current one.",
      body: newText,
      reply: oneProposal,
      status: 201,
      errors: ["not_found", "forbidden"],
    }),
    getProposal: endpoint({
      id: `${id}.proposal`,
      method: "GET",
      path: `${path}/proposals/{proposalId}`,
      tag,
      summary: `Read a proposal for the instructions of ${owner}`,
      params: proposalParams,
      reply: oneProposal,
      errors: ["not_found"],
    }),
    withdrawProposal: endpoint({
      id: `${id}.withdraw`,
      method: "DELETE",
      path: `${path}/proposals/{proposalId}`,
      tag,
      summary: `Withdraw a proposal for the instructions of ${owner}`,
      description: "For its author, as long as it is open.",
      params: proposalParams,
      reply: oneProposal,
      errors: ["not_found", "forbidden", "not_open"],
    }),
    acceptProposal: endpoint({
      id: `${id}.accept`,
      method: "POST",
      path: `${path}/proposals/{proposalId}/accept`,
      tag,
      summary: `Accept a proposal for the instructions of ${owner}`,
      description: `For ${deciders}. It is merged with what changed since its \`baseRevision\`; where that can't be done, it stays open.`,
      params: proposalParams,
      reply: oneProposal,
      versioned: "instructions",
      errors: ["not_found", "forbidden", "not_open", "revision_conflict", "precondition_failed"],
    }),
    rejectProposal: endpoint({
      id: `${id}.reject`,
      method: "POST",
      path: `${path}/proposals/{proposalId}/reject`,
      tag,
      summary: `Reject a proposal for the instructions of ${owner}`,
      description: `For ${deciders}.`,
      params: proposalParams,
      reply: oneProposal,
      errors: ["not_found", "forbidden", "not_open"],
    }),
  };
}

export const {
  get: getInstructions,
  put: putInstructions,
  remove: deleteInstructions,
  listVersions: listInstructionVersions,
  getVersion: getInstructionVersion,
  restoreVersion: restoreInstructionVersion,
  listProposals,
  createProposal,
  getProposal,
  withdrawProposal,
  acceptProposal,
  rejectProposal,
} = endpointsAt({
  id: "instructions",
  path: companyPath,
  of: "the company",
  deciders: "owners",
  params: z.strictObject({}),
  versionParams: z.strictObject({ seq }),
  proposalParams: z.strictObject({ proposalId }),
});

export const {
  get: getProjectInstructions,
  put: putProjectInstructions,
  remove: deleteProjectInstructions,
  listVersions: listProjectInstructionVersions,
  getVersion: getProjectInstructionVersion,
  restoreVersion: restoreProjectInstructionVersion,
  listProposals: listProjectProposals,
  createProposal: createProjectProposal,
  getProposal: getProjectProposal,
  withdrawProposal: withdrawProjectProposal,
  acceptProposal: acceptProjectProposal,
  rejectProposal: rejectProjectProposal,
} = endpointsAt({
  id: "projectInstructions",
  path: projectPath,
  of: "a project",
  deciders: "members",
  params: projectParams,
  versionParams: projectParams.extend({ seq }),
  proposalParams: projectParams.extend({ proposalId }),
});

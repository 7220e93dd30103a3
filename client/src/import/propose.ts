import {
  createProjectProposal,
  getProjectInstructions,
  listProjectProposals,
  type Proposal,
} from "@groundplan/contract";
import type { Caller } from "./caller.ts";
import type { ImportedInstructions } from "./format.ts";

/** What happened to a text that a source has for the project's instructions. */
export interface ProposedInstructions {
  file: string;
  /** `proposed`, or why not: they are the same, or it was proposed before, whatever was decided. */
  outcome: "proposed" | "same" | Proposal["state"];
}

/** Proposes a text as the project's instructions, once. In a dry run it only says so. */
export async function proposeInstructions(
  client: Caller,
  projectSlug: string,
  { file, text }: ImportedInstructions,
  dryRun: boolean,
): Promise<ProposedInstructions> {
  const params = { projectSlug };
  const { instructions } = await client.call(getProjectInstructions, { params });
  if (instructions.markdown.trim() === text.trim()) return { file, outcome: "same" };
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page: { proposals: Proposal[]; nextCursor?: string | undefined } = await client.call(
      listProjectProposals,
      { params, query },
    );
    const before = page.proposals.find(({ markdown }) => markdown.trim() === text.trim());
    if (before) return { file, outcome: before.state };
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const body = { markdown: text, message: `Imported from ${file}`.slice(0, 500) };
  if (!dryRun) await client.call(createProjectProposal, { params, body });
  return { file, outcome: "proposed" };
}

import {
  acceptProposal as accept,
  acceptProjectProposal,
  createProjectProposal,
  createProposal,
  listProposals as list,
  listProjectProposals,
  type Proposal,
  rejectProposal as reject,
  rejectProjectProposal,
  withdrawProposal as withdraw,
  withdrawProjectProposal,
} from "@groundplan/contract";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";
import { type LevelOptions, levelOf, levelProject, levelWorkspace } from "./level.ts";

interface Options extends LevelOptions {
  message?: string;
  json?: true;
}

export const propose = () =>
  command(
    "propose",
    "propose a new text of the instructions",
    'groundplan instructions propose rules.md --message "Names of branches"',
  )
    .argument("<file>", "the whole text, in markdown; - reads standard input")
    .option("--message <text>", "what changes and why")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{proposal}"))
    .action(async (file: string, { message, json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const body = { markdown: await readText(file), message };
      const made =
        projectSlug === undefined
          ? await client.call(createProposal, { body })
          : await client.call(createProjectProposal, { params: { projectSlug }, body });
      if (json) return sayJson(made);
      say(`The proposal ${made.proposal.id} waits for a decision.`);
    });

export const listProposals = () =>
  command("proposals", "list the open proposals for the instructions", "groundplan instructions proposals")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{proposals}"))
    .action(async ({ json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const query = { state: "open" as const };
      const shown = {
        json,
        none: "There are no open proposals.",
        columns: {
          ID: ({ id }: Proposal) => id,
          WHO: ({ author }: Proposal) => author?.name ?? "a former member",
          WHEN: ({ createdAt }: Proposal) => createdAt,
          MESSAGE: ({ message }: Proposal) => message,
        },
      };
      await (projectSlug === undefined
        ? sayList(client, list, { query }, "proposals", shown)
        : sayList(client, listProjectProposals, { params: { projectSlug }, query }, "proposals", shown));
    });

/** Returns a command that decides on a proposal, at the workspace or a project. */
const deciding = (
  name: string,
  about: string,
  ofWorkspace: typeof accept,
  ofProject: typeof acceptProjectProposal,
) =>
  command(name, about, `groundplan instructions ${name} ID`)
    .argument("<proposal>", "its id, as `groundplan instructions proposals` lists it")
    .addOption(levelProject())
    .addOption(levelWorkspace())
    .addOption(jsonOption("{proposal}"))
    .action(async (proposalId: string, { json, ...level }: Options) => {
      const { client, settings } = openSession();
      const projectSlug = levelOf(level, settings);
      const decided =
        projectSlug === undefined
          ? await client.call(ofWorkspace, { params: { proposalId } })
          : await client.call(ofProject, { params: { projectSlug, proposalId } });
      if (json) return sayJson(decided);
      say(`The proposal is ${decided.proposal.state}.`);
    });

export const acceptProposal = () =>
  deciding("accept", "accept a proposal for the instructions", accept, acceptProjectProposal);
export const rejectProposal = () =>
  deciding("reject", "reject a proposal for the instructions", reject, rejectProjectProposal);
export const withdrawProposal = () =>
  deciding("withdraw", "withdraw your proposal for the instructions", withdraw, withdrawProjectProposal);

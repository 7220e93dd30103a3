import { getMe } from "@groundplan/contract";
import { agentsBlock } from "@groundplan/contract/agents-block";
import { Option } from "commander";
import type { Client } from "../../../../client/src/index.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { exitCodeFor, explain } from "../../failure.ts";
import { relay } from "../../mcp/relay.ts";
import { asCount, asSlug } from "../../options.ts";
import { printable } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";

interface Options {
  tools?: "read" | "work";
  project?: string;
  wait: number;
  agentsMd?: true;
}

/** Seconds, fewer than clients wait for an answer. */
const usualWait = 45;

export const mcp = () =>
  command(
    "mcp",
    "serve the tools of the service's MCP endpoint on standard input and output",
    "groundplan mcp                           # all tools, with the key or login of the command line",
    "groundplan mcp --tools work              # the tools to build with",
    "groundplan mcp --agents-md >> AGENTS.md  # tells coding agents how to use them",
  )
    .addOption(
      new Option("--tools <subset>", "only the tools to read, or to build").choices(["read", "work"]),
    )
    .option("--project <slug>", "the project of calls that name none", asSlug)
    .option(
      "--wait <seconds>",
      "how long to repeat a call whose answer was lost, without doing it twice",
      asCount,
      usualWait,
    )
    .option("--agents-md", "only print a block for AGENTS.md")
    .action(async ({ tools, project: given, wait: patience, agentsMd }: Options) => {
      if (agentsMd) {
        process.stdout.write(agentsBlock);
        return;
      }
      const settings = readSettings();
      const { url } = settings;
      const project = given ?? settings.project;
      const client = connect(settings);
      process.stderr.write(
        `groundplan mcp: ${printable(await who(client))} at ${url}${inProject(project)}\n`,
      );
      const path = tools === undefined ? "/mcp" : `/mcp?tools=${tools}`;
      const endpoint = { client, url, path, agreed: {}, patience };
      await relay({ input: process.stdin, output: process.stdout, endpoint, project });
    });

const inProject = (project: string | undefined) =>
  project === undefined ? "" : printable(`, project ${project} unless a call names another`);

/** Says as whom the client acts. A service that is down may be up for the first call; a refused credential throws. */
async function who(client: Client): Promise<string> {
  try {
    const { user, workspace, scope } = await client.call(getMe, {}, { timeout: 5_000 });
    return `${user.email}, workspace ${workspace.name ?? workspace.slug ?? workspace.id}, scope ${scope},`;
  } catch (error) {
    const sentence = explain(error);
    if (sentence === undefined || exitCodeFor(error) === exitCodes.notSignedIn) throw error;
    return `${sentence} Waiting for calls`;
  }
}

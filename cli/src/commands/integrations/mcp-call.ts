import { callTool } from "@groundplan/contract";
import { readText } from "../../api/read-input.ts";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";

interface Options {
  arguments?: string;
  project?: string;
  json?: true;
}

export const call = () =>
  command(
    "call",
    "use a tool of an MCP server",
    "groundplan mcp-servers call docs search --arguments query.json",
    `echo '{"query": "login"}' | groundplan mcp-servers call docs search --arguments -`,
  )
    .argument("<server>", "the server's slug, as `groundplan mcp-servers` lists it, or the id of a connector")
    .argument("<tool>", "its name")
    .option("--arguments <file>", "a file with its arguments as JSON; - reads standard input")
    .option("--project <slug>", "the project that it is for, whose switches count")
    .addOption(jsonOption("{result}"))
    .action(async (slug: string, tool: string, { arguments: file, project, json }: Options) => {
      const given = file === undefined ? undefined : objectIn(await readText(file), file);
      const answer = await openSession().client.call(callTool, {
        params: { slug, tool },
        body: { arguments: given, projectSlug: project },
      });
      if (answer.result.isError) process.exitCode = exitCodes.failure;
      if (json) return sayJson(answer);
      for (const { type, text } of answer.result.content)
        say(...(typeof text === "string" ? text.split("\n").map(printable) : [`(${printable(type)})`]));
    });

function objectIn(text: string, file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {}
  throw new Failure(`${file} holds no JSON object. Write one such as {"query": "login"}.`, {
    exitCode: exitCodes.usage,
  });
}

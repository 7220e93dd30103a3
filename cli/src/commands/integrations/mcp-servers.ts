import {
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  listMcpServers,
  type McpServer,
  probeMcpServer,
  updateMcpServer,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { asName, asSlug, jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { readSecret, secretOption } from "../../secret-file.ts";
import { openSession } from "../../session.ts";
import { sayTable } from "../../table.ts";
import { call } from "./mcp-call.ts";

interface Options {
  slug?: string;
  label?: string;
  url?: string;
  tokenFile?: string;
  about?: string;
  on?: true;
  off?: true;
  enable?: string[];
  disable?: string[];
  yes?: true;
  json?: true;
}

const aboutServer = "its slug, as `groundplan mcp-servers` lists it";
const tokenOption = () => secretOption("token-file", "its bearer token; GROUNDPLAN_MCP_TOKEN if omitted");
const readToken = (file: string | undefined) => readSecret(file, "GROUNDPLAN_MCP_TOKEN");

const list = () =>
  command("list", "list the MCP servers of the workspace", "groundplan mcp-servers")
    .addOption(jsonOption("{servers}"))
    .action(({ json }: Options) =>
      sayList(openSession().client, listMcpServers, {}, "servers", {
        json,
        none: "There are no MCP servers. `groundplan mcp-servers add LABEL URL` adds one.",
        columns: {
          SERVER: ({ slug }) => slug,
          NAME: ({ label }) => label,
          STATE: ({ enabled }) => (enabled ? "on" : "off"),
          TOOLS: ({ tools }) => tools.length,
          PROBE: ({ lastProbe }) => lastProbe?.status,
          ADDRESS: ({ url }) => url,
        },
      }),
    );

const add = () =>
  command(
    "add",
    "add an MCP server, and ask it for its tools",
    "groundplan mcp-servers add Docs https://docs.example.com/mcp",
    "groundplan mcp-servers add Docs https://docs.example.com/mcp --token-file token.txt",
  )
    .argument("<label>", "its name", asName)
    .argument("<url>", "the address of its streamable HTTP transport")
    .option("--slug <slug>", "derived from the name if omitted", asSlug)
    .addOption(tokenOption())
    .option("--about <text>", "what it is for")
    .addOption(jsonOption("{server, probe}"))
    .action(async (label: string, url: string, { slug, tokenFile, about, json }: Options) => {
      const bearerToken = await readToken(tokenFile);
      const authMode = bearerToken === undefined ? ("anonymous" as const) : ("bearer" as const);
      const body = { label, url, slug, authMode, bearerToken, description: about };
      const added = await openSession().client.call(createMcpServer, { body });
      if (json) return sayJson(added);
      sayServer(added.server);
    });

const show = () =>
  command("show", "show an MCP server with its tools", "groundplan mcp-servers show docs")
    .argument("<server>", aboutServer)
    .addOption(jsonOption("{server, toolset}"))
    .action(async (slug: string, { json }: Options) => {
      const found = await openSession().client.call(getMcpServer, { params: { slug } });
      if (json) return sayJson(found);
      sayServer(found.server);
    });

const edit = () =>
  command(
    "edit",
    "change an MCP server, or switch it or its tools on or off",
    "groundplan mcp-servers edit docs --off",
    "groundplan mcp-servers edit docs --enable search --disable delete_page",
  )
    .argument("<server>", aboutServer)
    .option("--label <name>", "its new name", asName)
    .option("--url <url>", "its new address")
    .addOption(tokenOption())
    .option("--about <text>", "what it is for")
    .addOption(new Option("--on", "switch it on").conflicts("off"))
    .option("--off", "switch it off")
    .option("--enable <tool...>", "switch these tools on")
    .option("--disable <tool...>", "switch these tools off")
    .addOption(jsonOption("{server, probe}"))
    .action(async (slug: string, options: Options) => {
      const { label, url, about, on, off, enable = [], disable = [] } = options;
      const bearerToken = await readToken(options.tokenFile);
      const tools = [
        ...enable.map((name) => ({ name, enabled: true })),
        ...disable.map((name) => ({ name, enabled: false })),
      ];
      const changed = await openSession().client.call(updateMcpServer, {
        params: { slug },
        body: {
          label,
          url,
          description: about,
          enabled: on ?? (off ? false : undefined),
          ...(bearerToken === undefined ? {} : { authMode: "bearer" as const, bearerToken }),
          ...(tools.length === 0 ? {} : { tools }),
        },
      });
      if (options.json) return sayJson(changed);
      sayServer(changed.server);
    });

const probe = () =>
  command("probe", "ask an MCP server for its tools again", "groundplan mcp-servers probe docs")
    .argument("<server>", aboutServer)
    .addOption(jsonOption("{server, probe}"))
    .action(async (slug: string, { json }: Options) => {
      const probed = await openSession().client.call(probeMcpServer, { params: { slug } });
      if (json) return sayJson(probed);
      sayServer(probed.server);
    });

const remove = () =>
  command(
    "delete",
    "delete an MCP server with its token and switches",
    "groundplan mcp-servers delete docs --yes",
  )
    .argument("<server>", aboutServer)
    .addOption(yesOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (slug: string, { yes, json }: Options) => {
      const { client } = openSession();
      await confirm(`This deletes the MCP server ${slug} with its token.`, yes);
      const answer = await client.call(deleteMcpServer, { params: { slug } });
      if (json) return sayJson(answer);
      say(printable(`The MCP server ${slug} is deleted.`));
    });

export const mcpServers = () =>
  listing(
    "mcp-servers",
    "MCP servers of the workspace",
    list(),
    add(),
    show(),
    edit(),
    probe(),
    remove(),
    call(),
  );

function sayServer({ slug, label, url, enabled, tools, lastProbe }: McpServer): void {
  say(printable(`${slug}  ${label}, ${enabled ? "on" : "off"}  ${url}`));
  if (lastProbe?.error) say(printable(lastProbe.error));
  if (tools.length === 0) say("It has shown no tools.");
  else
    sayTable(
      ["TOOL", "ACCESS", "STATE"],
      tools.map(({ name, access, enabled: isOn }) => [name, access, isOn ? "on" : "off"]),
    );
}

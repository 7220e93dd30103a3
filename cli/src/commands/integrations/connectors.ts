import {
  connectConnector,
  disconnectConnector,
  listConnectors,
  listTargets,
  removeGrant,
} from "@groundplan/contract";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { readSecret, secretOption } from "../../secret-file.ts";
import { openSession } from "../../session.ts";
import { setTools, showTools } from "./connector-tools.ts";
import { listen, unlisten } from "./tracker-webhook.ts";

interface Options {
  keyFile?: string;
  site?: string;
  account?: string;
  yes?: true;
  json?: true;
}

const about = "its id, such as github, as `groundplan connectors` lists it";

const list = () =>
  command("list", "list the connectors, and what is connected", "groundplan connectors")
    .addOption(jsonOption("{connectors}"))
    .action(({ json }: Options) =>
      sayList(openSession().client, listConnectors, {}, "connectors", {
        json,
        none: "There are no connectors.",
        columns: {
          ID: ({ id }) => id,
          NAME: ({ label }) => label,
          KIND: ({ kind }) => kind,
          CONNECTED: ({ connection }) => (connection.connected ? "yes" : "no"),
          TOOLS: ({ tools }) => (tools.enabled ? "on" : "off"),
        },
      }),
    );

const connect = () =>
  command(
    "connect",
    "connect a tracker or an MCP server, by a key or in the browser",
    "groundplan connectors connect github --key-file github-token.txt",
    "GROUNDPLAN_CONNECTOR_KEY=lin_api_… groundplan connectors connect linear",
    "groundplan connectors connect jira --site acme.atlassian.net --account you@example.com --key-file -",
  )
    .argument("<connector>", about)
    .addOption(secretOption("key-file", "its key; GROUNDPLAN_CONNECTOR_KEY if omitted"))
    .option("--site <host>", "Jira's site")
    .option("--account <email>", "the account of Jira's token")
    .addOption(jsonOption("{mode, connected, connector, authorizeUrl?}"))
    .action(async (connectorId: string, { keyFile, site, account, json }: Options) => {
      const apiKey = await readSecret(keyFile, "GROUNDPLAN_CONNECTOR_KEY");
      const { client } = openSession();
      const answer = await client.call(connectConnector, {
        params: { connectorId },
        body: { apiKey, site, account },
      });
      if (json) return sayJson(answer);
      if (answer.authorizeUrl !== undefined)
        say("Open this address in a browser, and allow it there:", printable(`  ${answer.authorizeUrl}`));
      else say(printable(answer.message ?? `${connectorId} is connected.`));
    });

const disconnect = () =>
  command(
    "disconnect",
    "disconnect a tracker, and delete its key",
    "groundplan connectors disconnect github --yes",
  )
    .argument("<connector>", about)
    .addOption(yesOption())
    .addOption(jsonOption("{removed}"))
    .action(async (connectorId: string, { yes, json }: Options) => {
      const { client } = openSession();
      await confirm(`This disconnects ${connectorId} for the workspace, and deletes its key.`, yes);
      const answer = await client.call(disconnectConnector, { params: { connectorId } });
      if (json) return sayJson(answer);
      say(printable(`${connectorId} is disconnected.`));
    });

const forget = () =>
  command(
    "forget",
    "remove one of your own accounts of a connector",
    "groundplan connectors forget notion GRANT",
  )
    .argument("<connector>", about)
    .argument("<grant>", "the account's id, as `groundplan connectors list --json` has it")
    .addOption(jsonOption("{removed}"))
    .action(async (connectorId: string, grantId: string, { json }: Options) => {
      const answer = await openSession().client.call(removeGrant, { params: { connectorId, grantId } });
      if (json) return sayJson(answer);
      say("The account is removed.");
    });

const targets = () =>
  command("targets", "list where a tracker can be pushed to", "groundplan connectors targets github")
    .argument("<connector>", about)
    .addOption(jsonOption("{targets}"))
    .action((connectorId: string, { json }: Options) =>
      sayList(openSession().client, listTargets, { params: { connectorId } }, "targets", {
        json,
        none: "The key reaches no target. Check what it may do in the tracker.",
        columns: {
          TARGET: ({ target }) => Object.values(target)[0],
          NAME: ({ label }) => label,
          ADDRESS: ({ url }) => url,
        },
      }),
    );

export const connectors = () =>
  listing(
    "connectors",
    "trackers and MCP servers to connect",
    list(),
    connect(),
    disconnect(),
    forget(),
    targets(),
    listen(),
    unlisten(),
    showTools(),
    setTools(),
  );

import { createConnectorWebhook, deleteConnectorWebhook } from "@groundplan/contract";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { openSession } from "../../session.ts";

interface Options {
  json?: true;
}

const about = "its id, such as github, as `groundplan connectors` lists it";

export const listen = () =>
  command(
    "listen",
    "make the address and secret of a tracker's webhook",
    "groundplan connectors listen github",
  )
    .argument("<connector>", about)
    .addOption(jsonOption("{webhook, message}"))
    .action(async (connectorId: string, { json }: Options) => {
      const made = await openSession().client.call(createConnectorWebhook, { params: { connectorId } });
      if (json) return sayJson(made);
      const { url, secret } = made.webhook;
      say(printable(made.message), printable(`  address  ${url}`), printable(`  secret   ${secret}`));
    });

export const unlisten = () =>
  command("unlisten", "stop accepting a tracker's webhook", "groundplan connectors unlisten github")
    .argument("<connector>", about)
    .addOption(jsonOption("{deleted}"))
    .action(async (connectorId: string, { json }: Options) => {
      const answer = await openSession().client.call(deleteConnectorWebhook, { params: { connectorId } });
      if (json) return sayJson(answer);
      say("Its webhook is no longer accepted.");
    });

import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type Scope,
  scope,
  updateApiKey,
} from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { listing } from "../../group.ts";
import { asKeyName, asTime, jsonOption, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { openSession } from "../../session.ts";

interface Options {
  scope: Scope;
  expires?: string;
  yes?: true;
  json?: true;
}

const about = "its id, as `groundplan keys` lists it";

const list = () =>
  command("list", "list your API keys in the workspace", "groundplan keys")
    .addOption(jsonOption("{keys}"))
    .action(({ json }: Options) =>
      sayList(openSession().client, listApiKeys, {}, "keys", {
        json,
        none: "You have no keys. `groundplan keys create NAME` makes one.",
        columns: {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          BEGINS: ({ prefix }) => prefix,
          SCOPE: ({ scope: may }) => may,
          STATE: ({ revokedAt, expiresAt }) =>
            revokedAt ? "revoked" : expiresAt ? `until ${expiresAt}` : "valid",
          "LAST USED": ({ lastUsedAt }) => lastUsedAt ?? "never",
        },
      }),
    );

const create = () =>
  command(
    "create",
    "make an API key; its secret is shown only once",
    "groundplan keys create laptop --scope write",
    "groundplan keys create ci --expires 90d --json",
  )
    .argument("<name>", "a name to recognize it by", asKeyName)
    .addOption(
      new Option("--scope <scope>", "read only, or write too").choices(scope.options).default("read"),
    )
    .option("--expires <time>", "a day, a time, or a span such as 90d; never if omitted", asTime)
    .addOption(jsonOption("{key, secret}"))
    .action(async (name: string, { scope: wanted, expires, json }: Options) => {
      const made = await openSession().client.call(createApiKey, {
        body: { name, scope: wanted, expiresAt: expires },
      });
      if (json) return sayJson(made);
      say("The key is shown only once:", printable(`  export GROUNDPLAN_API_KEY=${made.secret}`));
    });

const rename = () =>
  command("rename", "rename a key", "groundplan keys rename ID desktop")
    .argument("<key>", about)
    .argument("<name>", "its new name", asKeyName)
    .addOption(jsonOption("{key}"))
    .action(async (keyId: string, name: string, { json }: Options) => {
      const changed = await openSession().client.call(updateApiKey, { params: { keyId }, body: { name } });
      if (json) return sayJson(changed);
      say(printable(`The key is called ${changed.key.name} now.`));
    });

const revoke = () =>
  command("revoke", "revoke a key: it stops working at once", "groundplan keys revoke ID --yes")
    .argument("<key>", about)
    .addOption(yesOption())
    .addOption(jsonOption("{key}"))
    .action(async (keyId: string, { yes, json }: Options) => {
      const { client } = openSession();
      await confirm("What uses this key stops working.", yes);
      const revoked = await client.call(revokeApiKey, { params: { keyId } });
      if (json) return sayJson(revoked);
      say(printable(`The key ${revoked.key.name} is revoked.`));
    });

export const keys = () => listing("keys", "your API keys", list(), create(), rename(), revoke());

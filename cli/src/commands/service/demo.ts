import { createClient } from "../../../../client/src/index.ts";
import { ownCommand } from "../../../../contract/src/own-command.ts";
import { command } from "../../command.ts";
import type { Cast } from "../../demo/cast.ts";
import { fill } from "../../demo/fill.ts";
import { type PersonName, people } from "../../demo/story.ts";
import { asSlug } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { administer } from "./admin/administer.ts";

export const demo = () =>
  command(
    "demo",
    "create a workspace with sample data: people, plans, sources and conversations",
    "groundplan demo",
  )
    .option("--workspace <slug>", "the workspace, which must not exist yet", asSlug, "demo")
    .option(
      "--json",
      "print {workspace, project, people: [{userId, name, email, role, key}], link, plans, specs}",
    )
    .action(async ({ workspace, json }: { workspace: string; json?: true }) => {
      const made = await makeDemo(workspace, json);
      if (json) return sayJson(made);
      const [owner] = made.people;
      say(
        printable(
          `The workspace ${workspace} has ${made.plans} plans with ${made.specs} specs, and ${made.people.length} people.`,
        ),
        `Open this link to sign in as ${owner?.name}, the owner. It works once, and keeps her key if you tick it there:`,
        `  ${made.link}`,
        "Or ask from here, with that key:",
        `  GROUNDPLAN_API_KEY=${owner?.key} GROUNDPLAN_PROJECT=${made.project} ${ownCommand} plan list`,
      );
    });

interface DemoPerson {
  userId: string;
  name: string;
  email: string;
  role: string;
  key: string;
}

function makeDemo(workspace: string, json: true | undefined) {
  return administer(json, async (admin) => {
    const env = process.env;
    await admin.adminCreateWorkspace(env, { slug: workspace });
    const made: DemoPerson[] = [];
    for (const [first, person] of Object.entries(people)) {
      const email = `${first}@${workspace}.example`;
      const { user } = await admin.adminCreateUser(env, {
        email,
        ...person,
        workspace,
        createWorkspace: false,
        platformAdmin: false,
      });
      const { secret: key } = await admin.adminCreateKey(env, {
        email,
        workspace,
        scope: "write",
        name: "demo",
      });
      made.push({ userId: user.id, ...person, email, key });
    }
    const counts = await admin.whileServed(env, (url) => fill(castOf(made, url)));
    const { link } = await admin.adminResetUser(env, { email: made[0]?.email ?? "" });
    return { workspace: { slug: workspace }, project: "shop", people: made, link, ...counts };
  });
}

function castOf(made: readonly DemoPerson[], url: string): Cast {
  const byName = <T>(of: (person: DemoPerson) => T) =>
    Object.fromEntries(Object.keys(people).map((name, n) => [name, of(made[n] as DemoPerson)])) as Record<
      PersonName,
      T
    >;
  return {
    clients: byName(({ key }) => createClient({ url, apiKey: key })),
    ids: byName(({ userId }) => userId),
  };
}

import { basename } from "node:path";
import { getMe, getSession, type Reply } from "@groundplan/contract";
import { type Client, ConnectionError, createClient } from "../../../../client/src/index.ts";
import { ownCommand } from "../../../../contract/src/own-command.ts";
import { command } from "../../command.ts";
import { canAsk } from "../../confirm.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { hasLogin } from "../../login/access-token.ts";
import { signIn } from "../../login/sign-in.ts";
import { asEmail, asName, asSlug, jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings, type Settings } from "../../settings.ts";
import { chooseProject } from "../../setup/choose-project.ts";
import { keepSettings } from "../../setup/keep-settings.ts";
import { makeAccount } from "../../setup/make-account.ts";

interface Options {
  email?: string;
  name?: string;
  workspace?: string;
  project?: string;
  json?: true;
}

type Me = Reply<typeof getMe>;

export const setup = () =>
  command(
    "setup",
    "sign in, or make the first account, and choose the project of this folder; safe to repeat",
    "groundplan setup",
    "groundplan setup --project web",
    'groundplan setup --email you@example.com --name "Ada Byron" --workspace Acme   # the first account, unasked',
  )
    .option("--email <address>", "of the first account; git's if omitted", asEmail)
    .option("--name <name>", "of the first account; git's if omitted", asName)
    .option("--workspace <name>", "of the first account", asName)
    .option("--project <slug>", "the project; named after this folder if omitted", asSlug)
    .addOption(jsonOption("{url, user, workspace, project, file, next}"))
    .action(async ({ project, json, ...account }: Options) => {
      const settings = readSettings();
      const tell = (...lines: string[]) => process.stderr.write(lines.map((line) => `${line}\n`).join(""));
      const me = await signedIn(settings, account, tell);
      const client = connect(settings);
      const chosen = await chooseProject(client, project, settings.project, basename(process.cwd()));
      const file = keepSettings({ url: settings.url, project: chosen.slug });
      const { user, workspace } = me;
      if (json)
        return sayJson({
          url: settings.url,
          user,
          workspace,
          project: chosen.slug,
          file,
          next: `groundplan import auto .`,
        });
      say(
        printable(
          `Service    ${settings.url}, as ${user.email}, in the workspace ${workspace.name ?? workspace.slug ?? workspace.id}`,
        ),
        printable(`Project    ${chosen.slug}${chosen.isNew ? ", which is new" : ""}`),
        printable(`Settings   ${file}`),
        "",
        "Bring in the plans of this folder, or of another one, or make one:",
        `  ${ownCommand} import auto .`,
        `  ${ownCommand} import auto ~/code/web`,
        `  ${ownCommand} plan create NAME`,
      );
    });

/** Returns who is signed in; signs in or makes the first account if nobody is. */
async function signedIn(
  settings: Settings,
  account: Pick<Options, "email" | "name" | "workspace">,
  tell: (...lines: string[]) => void,
): Promise<Me> {
  const { url } = settings;
  const state = await readState(url);
  const hasKey = Boolean(process.env.GROUNDPLAN_API_KEY?.trim());
  if (hasKey || (hasLogin(url) && !state.needsSetUp)) return connect(settings).call(getMe, {});
  if (state.needsSetUp) return makeAccount(settings, account, tell);
  if (canAsk()) return signIn(settings, "write", tell);
  throw new Failure(
    `${url} has accounts already. Sign in with \`groundplan login\`, or set GROUNDPLAN_API_KEY to a key of \`groundplan keys create\`.`,
    { exitCode: exitCodes.notSignedIn },
  );
}

async function readState(url: string) {
  const client: Client = createClient({ url });
  try {
    return await client.call(getSession, {}, { headers: { origin: url } });
  } catch (cause) {
    if (!(cause instanceof ConnectionError)) throw cause;
    throw new Failure(`${cause.message} In a clone, \`npm start\` starts it; else \`groundplan serve\`.`, {
      cause,
    });
  }
}

import { execFileSync } from "node:child_process";
import { hostname, userInfo } from "node:os";
import { getMe, type Reply } from "@groundplan/contract";
import { ApiError, createClient } from "../../../client/src/index.ts";
import { ask, canAsk } from "../confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { withLock } from "../login/lock.ts";
import { keepLogin } from "../login/stored-logins.ts";
import { asEmail, asName } from "../options.ts";
import { printable } from "../output.ts";
import { isThisMachine } from "../service.ts";
import type { Settings } from "../settings.ts";

interface Account {
  email?: string;
  name?: string;
  workspace?: string;
}

/**
 * Makes the first account with a workspace and a key, in the data of the service on this machine, and stores the key.
 */
export async function makeAccount(
  { url }: Settings,
  given: Account,
  tell: (...lines: string[]) => void,
): Promise<Reply<typeof getMe>> {
  if (!isThisMachine(url))
    throw new Failure(
      `${url} has no account yet. Open the link that its first start printed, then run \`groundplan login\`.`,
      { exitCode: exitCodes.notSignedIn },
    );
  const { email, name, workspace } = await completed(given, tell);
  const admin = await import("@groundplan/server/admin");
  const elsewhere = `The service at ${url} keeps its data elsewhere than in ${admin.adminDatabaseLocation(process.env)}. Give this command its GROUNDPLAN_DATA_DIR or DATABASE_URL, or open the link that its first start printed and run \`groundplan login\`.`;
  const key = `command line on ${hostname()}`.slice(0, 80);
  const made = await admin
    .adminMakeFirstOwner(process.env, { email, name, workspace, key })
    .catch((cause) => {
      throw cause instanceof admin.AdminError ? new Failure(elsewhere, { cause }) : cause;
    });
  const client = createClient({ url, apiKey: made.secret });
  const me = await client.call(getMe, {}).catch((cause) => {
    throw cause instanceof ApiError && cause.status === 401 ? new Failure(elsewhere, { cause }) : cause;
  });
  await withLock(async () => keepLogin(url, { keyId: made.key.id, key: made.secret }));
  const { link } = await admin.adminResetUser(process.env, { email });
  tell(
    printable(
      `Made the first account, ${email}, and its workspace. To use the console, too, set a password there within an hour, and tick the key "${key}" to keep it:`,
    ),
    printable(`  ${link.replace(/^https?:\/\/[^/]+/, url)}`),
  );
  return me;
}

/** Completes an account by asking at the terminal, otherwise by what git and the system know. */
async function completed(given: Account, tell: (...lines: string[]) => void): Promise<Required<Account>> {
  const { username } = userInfo();
  const known = {
    email: gitSetting("user.email") ?? `${username}@${hostname().toLowerCase()}`,
    name: gitSetting("user.name") ?? username,
    workspace: "Home",
  };
  const answer = async (label: string, value: string | undefined, usual: string) =>
    value ?? (canAsk() ? await ask(`${label}:`, usual) : usual);
  if (canAsk()) tell("This service has no account yet. Make the first one:");
  return {
    email: asEmail(await answer("E-mail address", given.email, known.email)),
    name: asName(await answer("Name", given.name, known.name)),
    workspace: asName(await answer("Workspace", given.workspace, known.workspace)),
  };
}

function gitSetting(name: string): string | undefined {
  try {
    return (
      execFileSync("git", ["config", "--get", name], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

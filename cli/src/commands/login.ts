import { setTimeout as sleep } from "node:timers/promises";
import { getMe } from "@groundplan/contract";
import { Command, Option } from "commander";
import { ConnectionError, createClient } from "../../../client/src/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { withLock } from "../login/lock.ts";
import { loginIn, type OAuthAnswer, revoke, sendForm } from "../login/oauth.ts";
import { keepLogin, type Login, readLogins } from "../login/stored-logins.ts";
import { printable, say } from "../output.ts";
import { isThisMachine } from "../service.ts";
import { readSettings } from "../settings.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

export const login = () =>
  new Command("login")
    .description("sign in to the service in a browser")
    .addOption(
      new Option("--scope <scope>", "what the command line may do")
        .choices(["read", "write"])
        .default("write"),
    )
    .action(async ({ scope }: { scope: string }) => {
      const { url, urlFrom } = readSettings();
      if (urlFrom !== null && !isThisMachine(url))
        throw new Failure(
          `${urlFrom} names ${url}. Anyone can write such a file: set GROUNDPLAN_URL=${url} to sign in there.`,
          { exitCode: exitCodes.usage },
        );
      const device = await sendForm(url, "/oauth/device_authorization", { scope });
      const { verification_uri: address, user_code: code, device_code: secret } = device;
      if (!address || !code || !secret) throw refused(url, device);
      if (hostOf(address) !== hostOf(url))
        say(
          `The service at ${url} sends you to another address. Go on only if you know that it belongs to it.`,
        );
      say(`Open ${printable(address)} in a browser, and enter this code:`, "", `  ${printable(code)}`, "");
      const until = Date.now() + (device.expires_in ?? 600) * 1000;
      const made = await poll(url, secret, device.interval ?? 5, until);
      const before = await withLock(async () => {
        const replaced = readLogins().services[url];
        keepLogin(url, made);
        return replaced;
      });
      // Best effort: the replaced login would only clutter the list of sessions.
      if (before) await revoke(url, before).catch(() => {});
      const { user, workspace } = await createClient({ url, apiKey: made.accessToken }).call(getMe, {});
      const name = workspace.name ?? workspace.slug ?? workspace.id;
      say(printable(`Signed in to ${url} as ${user.email}, in the workspace ${name} (${scope}).`));
      if (process.env.GROUNDPLAN_API_KEY?.trim())
        process.stderr.write(
          "GROUNDPLAN_API_KEY is set and goes before this login. Unset it to use the login.\n",
        );
    });

const hostOf = (address: string) => {
  const url = URL.parse(address);
  return url && isThisMachine(url.href) ? "this machine" : url?.host;
};

/** Polls for tokens until the user decides or the code expires, even if the service stops answering. */
async function poll(url: string, device_code: string, interval: number, until: number): Promise<Login> {
  for (let seconds = interval; ; ) {
    if (Date.now() > until) throw refused(url, { error: "expired_token" });
    await sleep(seconds * 1000);
    const answer = await sendForm(url, "/oauth/token", { grant_type: deviceGrant, device_code }).catch(
      (error: unknown): OAuthAnswer => {
        if (error instanceof ConnectionError) return { error: "authorization_pending" };
        throw error;
      },
    );
    const made = loginIn(answer);
    if (made) return made;
    if (answer.error === "slow_down" || answer.error === "temporarily_unavailable") seconds += interval;
    else if (answer.error !== "authorization_pending") throw refused(url, answer);
  }
}

function refused(url: string, { error = "no answer" }: OAuthAnswer): Failure {
  if (error === "access_denied")
    return new Failure("The request was refused in the browser.", { exitCode: exitCodes.forbidden });
  if (error === "expired_token" || error === "invalid_grant")
    return new Failure("The code was not entered in time. Run `groundplan login` again.", {
      exitCode: exitCodes.notSignedIn,
    });
  return new Failure(`${url} did not take the request (${error}).`);
}

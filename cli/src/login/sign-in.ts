import { setTimeout as sleep } from "node:timers/promises";
import { getMe, type Reply } from "@groundplan/contract";
import { ConnectionError, createClient } from "../../../client/src/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { printable } from "../output.ts";
import { isThisMachine } from "../service.ts";
import type { Settings } from "../settings.ts";
import { endLogin } from "./end-login.ts";
import { withLock } from "./lock.ts";
import { loginIn, type OAuthAnswer, sendForm } from "./oauth.ts";
import { keepLogin, type Login, readLogins } from "./stored-logins.ts";

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** Signs in by a code that a person enters in a browser, and stores the login. `tell` gets what they should do. */
export async function signIn(
  { url, urlFrom }: Settings,
  scope: string,
  tell: (...lines: string[]) => void,
): Promise<Reply<typeof getMe>> {
  if (urlFrom !== null && !isThisMachine(url))
    throw new Failure(
      `${urlFrom} names ${url}. Anyone can write such a file: set GROUNDPLAN_URL=${url} to sign in there.`,
      { exitCode: exitCodes.usage },
    );
  const device = await sendForm(url, "/oauth/device_authorization", { scope });
  const { verification_uri: address, user_code: code, device_code: secret } = device;
  if (!address || !code || !secret) throw refused(url, device);
  if (hostOf(address) !== hostOf(url))
    tell(`The service at ${url} sends you to another address. Go on only if you know that it belongs to it.`);
  tell(`Open ${printable(address)} in a browser, and enter this code:`, "", `  ${printable(code)}`, "");
  const until = Date.now() + (device.expires_in ?? 600) * 1000;
  const made = await poll(url, secret, device.interval ?? 5, until);
  const before = await withLock(async () => {
    const replaced = readLogins().services[url];
    keepLogin(url, made);
    return replaced;
  });
  // Best effort: the replaced login would only clutter the list of sessions.
  if (before) await endLogin(url, before).catch(() => {});
  return createClient({ url, apiKey: made.accessToken }).call(getMe, {});
}

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

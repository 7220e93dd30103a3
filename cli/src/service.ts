import { version } from "@groundplan/contract";
import { type AskedWait, type Client, type ClientOptions, createClient } from "../../client/src/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { accessToken, hasLogin } from "./login/access-token.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns a client that uses `GROUNDPLAN_API_KEY`, otherwise the login stored for this service. Throws a
 * `Failure` if there is neither, or if only a folder's file names a remote address: a cloned file must not
 * choose who receives the key. `show` gets a line before each long wait that the service asks for.
 */
export function connect({ url, urlFrom }: Settings, show: (line: string) => unknown = toStderr): Client {
  const onWait = (wait: AskedWait) => wait.milliseconds >= 1000 && show(sentenceOf(wait));
  const client = (apiKey: ClientOptions["apiKey"]) =>
    createClient({ url, apiKey, userAgent: `groundplan-cli/${version}`, onWait });
  const apiKey = process.env.GROUNDPLAN_API_KEY?.trim();
  if (!apiKey && hasLogin(url)) return client(() => accessToken(url));
  if (!apiKey) {
    throw new Failure(
      "GROUNDPLAN_API_KEY is not set. Run `groundplan setup` or `groundplan login`, or make a key with `groundplan admin key create` and export it.",
      { exitCode: exitCodes.notSignedIn },
    );
  }
  if (urlFrom !== null && !isThisMachine(url)) {
    throw new Failure(
      `${urlFrom} names ${url}, where GROUNDPLAN_API_KEY would go. Anyone can write such a file: set GROUNDPLAN_URL=${url} if the key belongs there.`,
      { exitCode: exitCodes.notSignedIn },
    );
  }
  return client(apiKey);
}

/** Tests for a loopback address. */
export const isThisMachine = (url: string) =>
  URL.canParse(url) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

const toStderr = (line: string) => process.stderr.write(`${line}\n`);

function sentenceOf({ milliseconds, status }: AskedWait): string {
  const why = status === 429 ? "rate limit" : `status ${status}`;
  return `The service asks to wait ${Math.round(milliseconds / 1000)} s (${why})…`;
}

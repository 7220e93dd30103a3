import { version } from "@groundplan/contract";
import { type AskedWait, type Client, createClient } from "../../client/src/index.ts";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns a client for the service that the settings name, with the key of `GROUNDPLAN_API_KEY`; sends nothing yet.
 * Throws a `Failure` where no key is set, and where only a file of the folder names another machine's address: a file
 * that came with somebody's clone must not choose who gets the key. `show` gets a line before each longer wait that the service asks for.
 */
export function connect({ url, urlFrom }: Settings, show: (line: string) => unknown = toStderr): Client {
  const apiKey = process.env.GROUNDPLAN_API_KEY?.trim();
  if (!apiKey) {
    throw new Failure(
      "GROUNDPLAN_API_KEY is not set. Make a key with `groundplan admin key create`, then export it.",
      { exitCode: exitCodes.notSignedIn },
    );
  }
  if (urlFrom !== null && !isThisMachine(url)) {
    throw new Failure(
      `${urlFrom} names ${url}, where GROUNDPLAN_API_KEY would go. Anybody can write such a file: set GROUNDPLAN_URL=${url} if the key belongs there.`,
      { exitCode: exitCodes.notSignedIn },
    );
  }
  const onWait = (wait: AskedWait) => wait.milliseconds >= 1000 && show(sentenceOf(wait));
  return createClient({ url, apiKey, userAgent: `groundplan-cli/${version}`, onWait });
}

const isThisMachine = (url: string) =>
  URL.canParse(url) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

const toStderr = (line: string) => process.stderr.write(`${line}\n`);

function sentenceOf({ milliseconds, status }: AskedWait): string {
  const why = status === 429 ? "rate limit" : `status ${status}`;
  return `The service asks to wait ${Math.round(milliseconds / 1000)} s (${why})…`;
}

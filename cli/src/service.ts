import { version } from "@groundplan/contract";
import { type AskedWait, type Client, createClient } from "../../client/src/index.ts";
import { Failure } from "./failure.ts";

/** The running service that `GROUNDPLAN_URL` and `GROUNDPLAN_API_KEY` name. */
export interface Service {
  /** The service's address, without a slash at the end. */
  url: string;
  client: Client;
}

/**
 * Returns a client for the service; sends nothing yet. Throws a `Failure` where no key is set. `show` gets a line
 * before each longer wait that the service asks for.
 */
export function connect(show: (line: string) => unknown = toStderr): Service {
  const { GROUNDPLAN_URL, GROUNDPLAN_API_KEY } = process.env;
  const url = (GROUNDPLAN_URL?.trim() || "http://localhost:4500").replace(/\/+$/, "");
  const apiKey = GROUNDPLAN_API_KEY?.trim();
  if (!apiKey) {
    throw new Failure(
      "GROUNDPLAN_API_KEY is not set. Make a key with `groundplan admin key create`, then export it.",
    );
  }
  const onWait = (wait: AskedWait) => wait.milliseconds >= 1000 && show(sentenceOf(wait));
  return { url, client: createClient({ url, apiKey, userAgent: `groundplan-cli/${version}`, onWait }) };
}

const toStderr = (line: string) => process.stderr.write(`${line}\n`);

function sentenceOf({ milliseconds, status }: AskedWait): string {
  const why = status === 429 ? "rate limit" : `status ${status}`;
  return `The service asks to wait ${Math.round(milliseconds / 1000)} s (${why})…`;
}

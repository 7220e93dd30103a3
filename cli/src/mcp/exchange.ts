import { errorOf } from "../../../client/src/client.ts";
import { ApiError, type Client, ConnectionError } from "../../../client/src/index.ts";
import { sleep, waitBefore } from "../../../client/src/retry.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { type Agreed, headersOf } from "./headers.ts";
import { failed, isMessage, isObject, type Message, type Request } from "./message.ts";
import { messagesIn } from "./read-answer.ts";
import { sayUnanswered } from "./say-failure.ts";

/** The endpoint, as the relay uses it. */
export interface Endpoint {
  client: Client;
  /** The service's address. */
  url: string;
  path: string;
  agreed: Agreed;
  /** Seconds for which a request is repeated after an answer was lost. */
  patience: number;
}

interface Exchange {
  signal: AbortSignal;
  /** Gets the messages that come before an answer. */
  pass(message: Message): Promise<void>;
}

/** How an attempt ended that wasn't refused. */
interface Attempt {
  answer?: Message;
  response: Response | null;
  failure?: unknown;
  /** Seconds after which the service asks for a repetition. */
  retryAfter?: number | undefined;
  /** Whether it may have been done although no answer says so. */
  mayBeDone: boolean;
}

/** Milliseconds before the first repetition; later waits grow up to sixteen times that. */
const firstWait = 250;
const mostDoublings = 4;

/**
 * Sends a request until it is answered or the patience is over. The idempotency key of a tool call lets the service answer
 * a repetition without doing anything again.
 */
export async function exchange(endpoint: Endpoint, request: Request, how: Exchange): Promise<Message> {
  let until: number | undefined;
  let mayBeDone = false;
  for (let attempt = 0; ; attempt++) {
    const { answer, response, failure, retryAfter, ...tried } = await attemptOnce(endpoint, request, how);
    if (answer && retryAfter === undefined) return answer;
    until ??= Date.now() + endpoint.patience * 1000;
    mayBeDone ||= tried.mayBeDone;
    const wait =
      retryAfter === undefined
        ? waitBefore(Math.min(attempt, mostDoublings), firstWait, response)
        : askedWait(retryAfter, mayBeDone);
    if (Date.now() + wait <= until) await sleep(wait, how.signal);
    else if (answer && !mayBeDone) return answer;
    else {
      const { patience } = endpoint;
      return failed(request, sayUnanswered(request, { answer, failure, mayBeDone, patience }));
    }
  }
}

/** Milliseconds after which to ask whether a first attempt is over that may still be at work. */
const longestWait = 4_000;

/** Returns the wait that an answer asks for; less after a lost one, whose key is locked for longer than its work lasts. */
const askedWait = (seconds: number, mayBeDone: boolean): number =>
  Math.min(seconds * 1000, mayBeDone ? longestWait : Number.POSITIVE_INFINITY);

/** Sends a request once. Throws if it is refused, or answered by something else. */
async function attemptOnce(
  { client, url, path, agreed }: Endpoint,
  request: Request,
  { signal, pass }: Exchange,
): Promise<Attempt> {
  let response: Response | null = null;
  try {
    const headers = headersOf(request, agreed);
    response = await client.send("POST", path, { headers, body: JSON.stringify(request), signal });
    for await (const found of messagesIn(response)) {
      if (isTemporary(response) || !isMessage(found)) throw errorOf(url, response, found);
      if (found.method === undefined) return answered(response, { ...found, id: request.id });
      await pass(found);
    }
    return { response, mayBeDone: response.status !== 429 };
  } catch (failure) {
    if (signal.aborted || isFinal(failure, response)) throw failure;
    return { response, failure, mayBeDone: response?.status !== 429 && !isUnsent(failure) };
  }
}

/** Tests for a failure that a repetition doesn't mend. A connection that broke throws a `TypeError`. */
function isFinal(failure: unknown, response: Response | null): boolean {
  if (failure instanceof Failure) return failure.exitCode !== exitCodes.server;
  const isSaid = failure instanceof ApiError || failure instanceof ConnectionError;
  return isSaid && response !== null && !isTemporary(response);
}

const isTemporary = ({ status }: Response) => status === 429 || status >= 500;

function answered(response: Response, answer: Message): Attempt {
  const meta = answer.result?._meta;
  const after = isObject(meta) ? Number(meta["groundplan/retryAfter"] ?? Number.NaN) : Number.NaN;
  return { answer, response, retryAfter: after >= 0 ? after : undefined, mayBeDone: false };
}

/** Codes of connections that were never made. */
const unsent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function isUnsent(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  // Thrown by a login that could not be refreshed.
  if (failure instanceof Failure) return true;
  return ("code" in failure && unsent.has(String(failure.code))) || isUnsent(failure.cause);
}

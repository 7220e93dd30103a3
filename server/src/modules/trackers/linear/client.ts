import { version } from "@groundplan/contract";
import { type Services, TrackerError } from "../tracker.ts";
import { type Fields, fieldsOf, isFields, objectIn, unreadable } from "./answer.ts";
import { badKey, disturbed, isLimit, notAnswered, refusalOf } from "./errors.ts";
import { awaitTurn, clockOf, learn, secondsToWait } from "./limits.ts";

export interface LinearAnswer {
  /** Null if a failure voided it, though other mutations may have run. */
  data: Fields | null;
  /** By the document's aliases. */
  errors: ReadonlyMap<string, TrackerError>;
  /** By Linear's clock. */
  now: Date;
}

/** Throws `TrackerError` if the document fails as a whole. */
export type Linear = (document: string, variables?: Record<string, unknown>) => Promise<LinearAnswer>;

const readTimeoutMs = 10_000;

/** Returns a client without retries: it can't know which calls are idempotent. */
export function createClient({ baseUrl, fetch, secret, governor }: Services): Linear {
  const address = baseUrl.endsWith("/graphql") ? baseUrl : `${baseUrl}/graphql`;
  const headers = {
    authorization: secret, // An API key has no scheme.
    "content-type": "application/json",
    accept: "application/json",
    "user-agent": `groundplan/${version}`,
  };
  return async (document, variables = {}) => {
    await awaitTurn(governor);
    const body = JSON.stringify({ query: document, variables });
    const deadline = document.startsWith("mutation") ? {} : { signal: AbortSignal.timeout(readTimeoutMs) };
    let response: Response;
    let text: string;
    try {
      response = await fetch(address, { method: "POST", headers, body, redirect: "manual", ...deadline });
      text = await response.text();
    } catch (error) {
      throw notAnswered(error);
    }
    const content = objectIn(text);
    const errors = Array.isArray(content?.errors) ? content.errors : [];
    const limited = response.status === 429 || errors.some(isLimit);
    const wait = limited ? secondsToWait(response.headers) : null;
    await learn(governor, response.headers, wait);
    if (limited) throw new TrackerError("not_executed", "limited", "Linear asked to slow down.", wait);
    return read(response, content, errors);
  };
}

function read(response: Response, content: Fields | null, errors: unknown[]): LinearAnswer {
  if (response.status === 401) throw badKey();
  if (response.status >= 500) throw disturbed();
  if (content === null || (errors.length === 0 && !response.ok)) throw unreadable();
  const named = new Map(errors.map((error) => [pathOf(error), refusalOf(error)] as const));
  const whole = named.get(null) ?? [...named.values()].find(({ code }) => code === "credential");
  if (whole) throw whole;
  if (errors.length === 0 && !isFields(content.data)) throw unreadable();
  const data = isFields(content.data) ? content.data : null;
  return { data, errors: named as ReadonlyMap<string, TrackerError>, now: clockOf(response.headers) };
}

function pathOf(error: unknown): string | null {
  const path = isFields(error) ? error.path : null;
  return Array.isArray(path) && typeof path[0] === "string" ? path[0] : null;
}

/** Throws if any part fails. */
export async function ask(linear: Linear, document: string, variables: Record<string, unknown> = {}) {
  const { data, errors, now } = await linear(document, variables);
  for (const error of errors.values()) throw error;
  return { data: fieldsOf(data), now };
}

import { createConsoleToken } from "@groundplan/contract";
import { client } from "../api/client.ts";
import { forgetEarly } from "../api/early.ts";
import { isNotFound } from "../api/is-not-found.ts";
import { setClock, timeThere } from "./clock.ts";

interface Held {
  token: string;
  workspaceId: string;
  /** The time at the service, in milliseconds, at which the token ends. */
  ends: number;
}

/** A token that ends within this time, in milliseconds, is renewed before it is used. */
const renewsBefore = 60_000;

/** The token of the API. It is kept here and nowhere else, so that it goes with the page. */
let held: Held | null = null;
let asking: Promise<Held> | null = null;
/** The number of the last event before anything was read by a token; null before there is one. */
let before: number | null = null;

/** Returns the number of the event after which what was read may have changed; "" where that is not known. */
export const lastBeforeReads = (): string => (before === null ? "" : String(before));

/**
 * Returns a token for the API; throws 401 where the session has ended. A tab stays in its workspace when another tab
 * changes it.
 */
export async function currentToken(): Promise<string> {
  if (held && held.ends - timeThere() > renewsBefore) return held.token;
  asking ??= ask(held?.workspaceId).finally(() => {
    asking = null;
  });
  return (await asking).token;
}

async function ask(workspaceId: string | undefined): Promise<Held> {
  const body = workspaceId === undefined ? {} : { workspaceId };
  const made = client.call(createConsoleToken, { body });
  const {
    token,
    expiresAt,
    now,
    lastEvent,
    workspaceId: of,
  } = await made.catch((error: unknown) => {
    // Who was removed from the workspace begins anew, in another one or in none.
    if (workspaceId !== undefined && isNotFound(error)) location.assign("/");
    throw error;
  });
  setClock(now);
  before ??= lastEvent;
  held = { token, workspaceId: of, ends: Date.parse(expiresAt) };
  return held;
}

/** Ends the use of a token that was refused; the next one is for the same workspace. */
export function renewToken(): void {
  if (held) held = { ...held, ends: 0 };
}

/** Forgets the token and its workspace: after a sign-in, a sign-out or a switch of the workspace. */
export function forgetToken(): void {
  held = null;
  asking = null;
  before = null;
  forgetEarly();
}

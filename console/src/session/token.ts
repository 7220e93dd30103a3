import { createConsoleToken } from "@groundplan/contract";
import { client } from "../api/client.ts";
import { forgetEarly } from "../api/early.ts";
import { isNotFound } from "../api/is-not-found.ts";
import { setClock, timeThere } from "./clock.ts";

interface Held {
  token: string;
  workspaceId: string;
  /** The expiry in the service's time, in milliseconds. */
  ends: number;
}

/** The remaining lifetime, in milliseconds, below which a token is renewed. */
const renewsBefore = 60_000;

/** The API token, held only in memory so that it disappears with the page. */
let held: Held | null = null;
let asking: Promise<Held> | null = null;
/** The number of the last event before the first read; null before any read. */
let before: number | null = null;

/** Returns the number of the event to follow from; "" if unknown. */
export const lastBeforeReads = (): string => (before === null ? "" : String(before));

/**
 * Returns an API token for this tab's workspace, even if another tab has switched; throws 401 if the session
 * has ended.
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
    // A user who was removed from the workspace starts over in another one or in none.
    if (workspaceId !== undefined && isNotFound(error)) location.assign("/");
    throw error;
  });
  setClock(now);
  before ??= lastEvent;
  held = { token, workspaceId: of, ends: Date.parse(expiresAt) };
  return held;
}

/** Expires a refused token; the next one is for the same workspace. */
export function renewToken(): void {
  if (held) held = { ...held, ends: 0 };
}

/** Drops the token and its workspace, after a sign-in, a sign-out or a switch. */
export function forgetToken(): void {
  held = null;
  asking = null;
  before = null;
  forgetEarly();
}

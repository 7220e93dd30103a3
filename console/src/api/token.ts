import { createConsoleToken } from "@groundplan/contract";
import { setClock, timeThere } from "../base/clock.ts";
import { client } from "./client.ts";
import { isNotFound } from "./is-not-found.ts";
import { dropPreloaded } from "./preloaded.ts";

interface Held {
  token: string;
  workspaceId: string;
  /** The expiry in milliseconds of the service's time. */
  ends: number;
}

/** The remaining milliseconds at which a token is renewed. */
const renewsBefore = 60_000;

/** In memory only, so that it goes with the page. */
let held: Held | null = null;
let asking: Promise<Held> | null = null;
/** The last event before the first read; null before that. */
let before: number | null = null;

/** Returns the event to follow from; "" if unknown. */
export const lastBeforeReads = (): string => (before === null ? "" : String(before));

/**
 * Returns a token for this tab's workspace, even after another tab switched; throws 401 without a session.
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
    workspaceId: chosenId,
  } = await made.catch((error: unknown) => {
    // A removed member starts over in another workspace, or in none.
    if (workspaceId !== undefined && isNotFound(error)) location.assign("/");
    throw error;
  });
  setClock(now);
  before ??= lastEvent;
  held = { token, workspaceId: chosenId, ends: Date.parse(expiresAt) };
  return held;
}

/** Expires a refused token; the workspace stays. */
export function renewToken(): void {
  if (held) held = { ...held, ends: 0 };
}

/** Drops the token and its workspace. */
export function dropToken(): void {
  held = null;
  asking = null;
  before = null;
  dropPreloaded();
}

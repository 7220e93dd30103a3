import { getSession, type Reply, type Session, signOut, switchWorkspace } from "@groundplan/contract";
import { client } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { isSendingFiles } from "../api/sending-files.ts";
import { Refusal } from "../refusal.ts";
import { createStore, useStore } from "../store.ts";
import { forgetToken } from "./token.ts";

/** This is what the service says about who is signed in, and how one can sign in. */
export type Known = Reply<typeof getSession>;

const known = createStore<Known | null>(null);
let loading: Promise<Known> | null = null;

/** Returns what is known of the session, and asks the service once. */
export async function knownSession(): Promise<Known> {
  const now = known.get();
  if (now) return now;
  loading ??= client
    .call(getSession, {})
    .then((answer) => {
      known.set(answer);
      return answer;
    })
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Waits for the next sign-in, or until the signal ends it. */
export function nextSession(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const unsubscribe = known.subscribe(() => known.get()?.session && end());
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** Returns the session that is signed in, in a room that is only shown with one. */
export function useSession(): Session {
  const session = useStore(known)?.session;
  if (!session) throw new Error("This room is shown with a session only.");
  return session;
}

/** Returns what is known before one signs in; null until the service has answered. */
export const useKnown = (): Known | null => useStore(known);

/** Takes over a session that the service answered. A tab stays in its workspace as long as the person is in that. */
export function acceptSession(session: Session): void {
  const shown = known.get()?.session;
  const isStill =
    shown?.user.id === session.user.id && session.workspaces.some(({ id }) => id === shown.workspaceId);
  enterSession(isStill ? { ...session, workspaceId: shown.workspaceId } : session);
}

/** Takes over a session with its workspace, also where this tab shows another one: after an invite into it. */
export function enterSession(session: Session): void {
  const before = known.get();
  const isSame =
    before?.session?.user.id === session.user.id && before.session.workspaceId === session.workspaceId;
  known.set({ issuer: null, sendsMail: false, ...before, needsSetUp: false, session });
  if (isSame) return;
  forgetToken();
  queryClient.clear();
}

/**
 * Makes another workspace the current one, and loads the page anew: what is still being sent, such as a text that is saved as
 * one types, goes to the workspace that it was meant for. Throws while files are sent, since they would stop.
 */
export async function enterWorkspace(workspaceId: string): Promise<void> {
  if (isSendingFiles()) throw new Refusal("Files are still being sent. Switch once they are there.");
  await client.call(switchWorkspace, { body: { workspaceId } });
  location.assign("/");
}

/**
 * Reads the session anew: after a change of what the person is called or may do, or of the workspaces that they are in.
 */
export async function renewSession(): Promise<void> {
  const answer = await client.call(getSession, {});
  if (answer.session) acceptSession(answer.session);
  else known.set(answer);
}

/** Ends the session and stays on this page, where somebody else goes on. */
export async function makeRoom(): Promise<void> {
  await client.call(signOut, {});
  const before = known.get();
  if (before) known.set({ ...before, session: null });
  forgetToken();
  queryClient.clear();
}

/** Ends the session, and loads the page anew, so that nothing of it stays in memory. */
export async function leave(): Promise<void> {
  await client.call(signOut, {});
  location.assign("/sign-in");
}

import { getSession, type Reply, type Session, switchWorkspace } from "@groundplan/contract";
import { client } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { isSendingFiles } from "../api/sending-files.ts";
import { dropToken } from "../api/token.ts";
import { createStore, useStore } from "../base/store.ts";
import { UserError } from "../base/user-error.ts";

/** The session and the available sign-in methods. */
export type SessionState = Reply<typeof getSession>;

const sessionState = createStore<SessionState | null>(null);
let loading: Promise<SessionState> | null = null;

/** Reads the session once. */
export async function loadSession(): Promise<SessionState> {
  const now = sessionState.get();
  if (now) return now;
  loading ??= client
    .call(getSession, {})
    .then((answer) => {
      sessionState.set(answer);
      return answer;
    })
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Waits for the next sign-in or for the signal. */
export function nextSession(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const unsubscribe = sessionState.subscribe(() => sessionState.get()?.session && end());
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

export function useSession(): Session {
  const session = useStore(sessionState)?.session;
  if (!session) throw new Error("This page requires a session.");
  return session;
}

/** Null until the service has answered. */
export const useSessionState = (): SessionState | null => useStore(sessionState);

/** Accepts a session, keeping the tab's workspace while the user is a member. */
export function acceptSession(session: Session): void {
  const shown = sessionState.get()?.session;
  const isStill =
    shown?.user.id === session.user.id && session.workspaces.some(({ id }) => id === shown.workspaceId);
  enterSession(isStill ? { ...session, workspaceId: shown.workspaceId } : session);
}

/** Accepts a session and its workspace, as after an invite. */
export function enterSession(session: Session): void {
  const before = sessionState.get();
  const isSame =
    before?.session?.user.id === session.user.id && before.session.workspaceId === session.workspaceId;
  sessionState.set({ issuer: null, sendsMail: false, ...before, needsSetUp: false, session });
  if (isSame) return;
  dropToken();
  queryClient.clear();
}

/**
 * Switches the workspace by a reload, so that requests in flight reach the old one. Throws during an upload.
 */
export async function enterWorkspace(workspaceId: string): Promise<void> {
  if (isSendingFiles()) throw new UserError("Files are still uploading. Switch when they are done.");
  await client.call(switchWorkspace, { body: { workspaceId } });
  location.assign("/");
}

/** Rereads the session after the user's name, rights or workspaces changed. */
export async function renewSession(): Promise<void> {
  const answer = await client.call(getSession, {});
  if (answer.session) acceptSession(answer.session);
  else sessionState.set(answer);
}

const endSession = async () => (await import("./end-session.ts")).endSession();

/** Signs out on this page, for another user. */
export async function signOutHere(): Promise<void> {
  await endSession();
  const before = sessionState.get();
  if (before) sessionState.set({ ...before, session: null });
  dropToken();
  queryClient.clear();
}

/** Signs out and reloads, so that nothing stays in memory. */
export async function leave(): Promise<void> {
  await endSession();
  location.assign("/sign-in");
}

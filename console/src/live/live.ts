import type { PresenceMessage, WorkspaceEvent } from "@groundplan/contract";
import { invalidateQueries, onInvalidated } from "../api/read.ts";
import { lastBeforeReads } from "../api/token.ts";
import { renewSession } from "../session/session.ts";
import { follow } from "./follow.ts";
import { inOneTab, openTabs } from "./tabs.ts";
import { isTouched } from "./touched.ts";

/** An event, missed events, paths written to, or the event after which a tab began reading. */
type Message =
  | { id: string; event: WorkspaceEvent }
  | { presence: PresenceMessage }
  | { gap: true }
  | { paths: readonly string[] }
  | { since: string };

/** An event of the window, since a shared store would add a file to the first load. */
const showPresence = (detail: PresenceMessage) => void dispatchEvent(new CustomEvent("presence", { detail }));

/** Batches events, in milliseconds. */
const together = 40;
/** The least time between refetches, in milliseconds. */
const between = 300;

/**
 * Follows a workspace's events from the first read on and invalidates what they touch. One tab holds the
 * connection for all, since browsers limit connections per host.
 */
export function keepLive(userId: string, workspaceId: string): () => void {
  const end = new AbortController();
  const name = `groundplan ${userId} ${workspaceId}`;
  const waiting: WorkspaceEvent[] = [];
  let last = lastBeforeReads();
  let isFollowing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRound = 0;

  const readAgain = () => {
    timer = undefined;
    lastRound = Date.now();
    const events = waiting.splice(0);
    void invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isTouched(queryKey, event)),
    });
    if (events.some((event) => isAboutSession(event, userId))) void renewSession().catch(() => {});
  };
  const take = (id: string, event: WorkspaceEvent) => {
    last = id;
    waiting.push(event);
    timer ??= setTimeout(readAgain, Math.max(together, lastRound + between - Date.now()));
  };
  const readAll = () => void invalidateQueries();
  const tabs = openTabs<Message>(name, (message) => {
    if ("presence" in message) showPresence(message.presence);
    else if ("gap" in message) readAll();
    else if ("since" in message) tellMissed(message.since);
    else if ("paths" in message) invalidatePaths(message.paths);
    else take(message.id, message.event);
  });
  // Events between a tab's first read and its first message reached no tab.
  const tellMissed = (since: string) => {
    if (isFollowing && Number(last) > Number(since)) tabs.tell({ gap: true });
  };
  tabs.tell({ since: last });
  const endInvalidated = onInvalidated((paths) => tabs.tell({ paths }));

  void inOneTab(name, end.signal, () => {
    isFollowing = true;
    return follow({
      signal: end.signal,
      last: () => last,
      onEvent: (id, event) => {
        take(id, event);
        tabs.tell({ id, event });
      },
      onPresence: (presence) => {
        showPresence(presence);
        tabs.tell({ presence });
      },
      onGap: (id = "") => {
        last = id;
        readAll();
        tabs.tell({ gap: true });
      },
    });
  });
  return () => {
    end.abort();
    clearTimeout(timer);
    endInvalidated();
    tabs.close();
  };
}

const invalidatePaths = (paths: readonly string[]) =>
  void invalidateQueries({ predicate: ({ queryKey }) => paths.includes(String(queryKey[0])) });

/** True if the user's name or rights may have changed. */
const isAboutSession = ({ type, actor }: WorkspaceEvent, userId: string) =>
  type === "workspace.updated" || (type.startsWith("member.") && (actor === null || actor.userId !== userId));

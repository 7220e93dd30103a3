import type { WorkspaceEvent } from "@groundplan/contract";
import { queryClient } from "../api/query-client.ts";
import { onForgotten } from "../api/read.ts";
import { renewSession } from "../session/session.ts";
import { follow } from "./follow.ts";
import { inOneTab, openTabs } from "./tabs.ts";
import { isTouched } from "./touched.ts";

/** A tab tells the others: an event, that events were missed, or which paths it has written to. */
type Message = { id: string; event: WorkspaceEvent } | { gap: true } | { paths: readonly string[] };

/** Events within this time, in milliseconds, are acted on together. */
const together = 40;
/** The least time, in milliseconds, between two rounds of reading again. */
const between = 300;

/**
 * Keeps what is shown of a workspace as it is: follows its events and reads again what they touched. One tab of the
 * browser has the connection and tells the others, since browsers open few connections to one host.
 */
export function keepLive(userId: string, workspaceId: string): () => void {
  const end = new AbortController();
  const name = `groundplan ${userId} ${workspaceId}`;
  const waiting: WorkspaceEvent[] = [];
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRound = 0;

  const readAgain = () => {
    timer = undefined;
    lastRound = Date.now();
    const events = waiting.splice(0);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => events.some((event) => isTouched(queryKey, event)),
    });
    if (events.some((event) => isAboutSession(event, userId))) void renewSession().catch(() => {});
  };
  const take = (id: string, event: WorkspaceEvent) => {
    last = id;
    waiting.push(event);
    timer ??= setTimeout(readAgain, Math.max(together, lastRound + between - Date.now()));
  };
  const readAll = () => void queryClient.invalidateQueries();
  const tabs = openTabs<Message>(name, (message) => {
    if ("gap" in message) readAll();
    else if ("paths" in message) forgetPaths(message.paths);
    else take(message.id, message.event);
  });
  const endForgotten = onForgotten((paths) => tabs.tell({ paths }));

  void inOneTab(name, end.signal, () =>
    follow({
      signal: end.signal,
      last: () => last,
      onEvent: (id, event) => {
        take(id, event);
        tabs.tell({ id, event });
      },
      onGap: (id = "") => {
        last = id;
        readAll();
        tabs.tell({ gap: true });
      },
    }),
  );
  return () => {
    end.abort();
    clearTimeout(timer);
    endForgotten();
    tabs.close();
  };
}

const forgetPaths = (paths: readonly string[]) =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(String(queryKey[0])) });

/** Tells whether an event may have changed what the person is called or may do. */
const isAboutSession = ({ type, actor }: WorkspaceEvent, userId: string) =>
  type === "workspace.updated" || (type.startsWith("member.") && (actor === null || actor.userId !== userId));

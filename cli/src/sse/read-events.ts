import { setTimeout as sleep } from "node:timers/promises";
import { streamEvents, type WorkspaceEvent } from "@groundplan/contract";
import { errorOf } from "../../../client/src/client.ts";
import { ApiError, type Client, ConnectionError } from "../../../client/src/index.ts";
import { explain } from "../failure.ts";
import { type Message, readMessages } from "./read-messages.ts";

/** Milliseconds without a message after which what happened so far counts as read. */
const quiet = 2000;
const longestWait = 30_000;

interface Reading {
  client: Client;
  url: string;
  since: number | undefined;
  follow: boolean;
  signal: AbortSignal;
  show: (event: WorkspaceEvent) => void;
}

/** Reads the stream, and opens it again after the last event when it breaks off. */
export async function readEvents({ client, url, since, follow, signal, show }: Reading): Promise<void> {
  let last = since === undefined ? undefined : `${since}`;
  let wait = 500;
  for (;;) {
    try {
      for await (const message of openStream({ client, url, last, follow, signal })) {
        wait = 500;
        if (message.id !== undefined) last = message.id;
        const isEvent = message.id !== undefined && message.event !== "reset" && message.event !== "presence";
        if (isEvent) show(JSON.parse(message.data) as WorkspaceEvent);
        else if (message.event === "reset") process.stderr.write("Some events were left out.\n");
      }
      if (!follow) return;
    } catch (error) {
      signal.throwIfAborted();
      const isLost = error instanceof ConnectionError || error instanceof TypeError;
      if (!(isLost || (error instanceof ApiError && (error.status >= 500 || error.status === 429))))
        throw error;
      if (!follow) throw error;
      process.stderr.write(`${explain(error) ?? "The stream broke off."} Trying again…\n`);
    }
    await sleep(wait, undefined, { signal });
    wait = Math.min(wait * 2, longestWait);
  }
}

async function* openStream({
  client,
  url,
  last,
  follow,
  signal,
}: Omit<Reading, "since" | "show"> & { last: string | undefined }): AsyncGenerator<Message> {
  const done = new AbortController();
  const headers = { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) };
  const response = await client.send("GET", streamEvents.path, {
    headers,
    signal: AbortSignal.any([signal, done.signal]),
  });
  if (!response.ok || !response.body)
    throw errorOf(url, response, await response.json().catch(() => undefined));
  const messages = readMessages(response.body);
  try {
    for (;;) {
      const next = follow
        ? await messages.next()
        : await Promise.race([messages.next(), sleep(quiet, null, { ref: false })]);
      if (next === null || next.done) return;
      yield next.value;
    }
  } finally {
    done.abort();
  }
}

import type { AddressInfo } from "node:net";
import type { WorkspaceEvent } from "@groundplan/contract";
import type { Person, World } from "./world.ts";

export interface Message {
  id: number;
  event: string;
  data: WorkspaceEvent;
}

export interface Follower {
  status: number;
  headers: Headers;
  messages: Message[];
  /** The text received so far, including comments. */
  text(): string;
  ended: Promise<void>;
  leave(): void;
}

/** Follows events as a person; the world's app listens. */
export async function follow(
  world: World,
  { key }: Pick<Person, "key">,
  after?: number | string,
): Promise<Follower> {
  const { port } = world.app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/v1/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(after === undefined ? {} : { "last-event-id": String(after) }),
    },
    signal: leaving.signal,
  });
  const messages: Message[] = [];
  let text = "";
  let read = 0;
  const ended = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const part of response.body ?? []) {
        text += decoder.decode(part as Uint8Array, { stream: true });
        for (let end = text.indexOf("\n\n", read); end >= 0; end = text.indexOf("\n\n", read)) {
          const message = messageOf(text.slice(read, end));
          if (message) messages.push(message);
          read = end + 2;
        }
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
  })();
  ended.catch(() => {});
  const { status, headers } = response;
  return { status, headers, messages, text: () => text, ended, leave: () => leaving.abort() };
}

function messageOf(block: string): Message | null {
  const fields = Object.fromEntries(
    block
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  if (fields.data === undefined) return null;
  return { id: Number(fields.id), event: fields.event ?? "", data: JSON.parse(fields.data) };
}

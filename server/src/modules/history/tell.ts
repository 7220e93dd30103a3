import { type EventStream, hasCapacity } from "./stream.ts";

/** Returns a text that isn't stored, and who of the users may read it. */
export type Notice = (userIds: readonly string[]) => Promise<{ text: string; readers: ReadonlySet<string> }>;

/** Streams of a workspace, and the notices that wait for them by their subject. */
export interface Told {
  streams: ReadonlySet<EventStream>;
  notices: Map<string, Notice>;
}

/** Sends the waiting notices. Whoever is behind misses them, since a later notice replaces them. */
export async function tellNotices({ streams, notices }: Told): Promise<void> {
  for (const [subject, notice] of notices) {
    notices.delete(subject);
    const { text, readers } = await notice([...new Set([...streams].map(({ actor }) => actor.userId))]);
    const bytes = Buffer.from(text);
    for (const stream of streams)
      if (readers.has(stream.actor.userId) && !stream.isEnded && hasCapacity(stream)) stream.text.push(bytes);
  }
}

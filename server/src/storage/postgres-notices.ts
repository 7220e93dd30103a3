import { sql } from "kysely";
import type { Db } from "./dialect.ts";
import type { Notices } from "./notices.ts";
import type { Channel } from "./postgres-listener.ts";

const name = "groundplan_notices";
/** Bytes that PostgreSQL takes at once, less the sender's id. */
const mostBytes = 7900;

/** Sends notices by `NOTIFY`, outside of transactions. Returns also the channel that hears them. */
export function postgresNotices(write: Db, processId: string): Notices & { channel: Channel } {
  const subscribers: ((text: string) => void)[] = [];
  return {
    tell(text) {
      if (Buffer.byteLength(text) > mostBytes) throw new Error("a notice is too long for PostgreSQL");
      const payload = `${processId} ${text}`;
      void sql`select pg_notify(${name}, ${payload})`.execute(write).catch(() => {});
    },
    subscribe: (hear) => void subscribers.push(hear),
    channel: {
      name,
      hear(payload) {
        const [sender, text] = [payload.slice(0, processId.length), payload.slice(processId.length + 1)];
        if (sender !== processId) for (const hear of subscribers) hear(text);
      },
    },
  };
}

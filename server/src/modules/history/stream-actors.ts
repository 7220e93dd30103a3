import type { Db } from "../../storage/dialect.ts";
import { findActor } from "../identity/credential-kinds.ts";
import { type EventStream, endStream } from "./stream.ts";

/**
 * Reloads the actors of streams, each credential once. Ended credentials and memberships end their streams;
 * changed roles apply.
 */
export async function refreshActors(db: Db, streams: readonly EventStream[]): Promise<void> {
  const byCredential = Map.groupBy(streams, ({ actor }) => `${actor.workspaceId} ${actor.credentialId}`);
  for (const [first, ...others] of byCredential.values()) {
    if (!first) continue;
    const now = await findActor(db, first.actor);
    for (const stream of [first, ...others]) {
      if (now) stream.actor = { ...now, scope: stream.actor.scope };
      else endStream(stream);
    }
  }
}

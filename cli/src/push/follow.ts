import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ConnectionError } from "@groundplan/client";
import { getPush, type Reply } from "@groundplan/contract";
import { explain, Failure } from "../failure.ts";
import type { Progress } from "./progress.ts";

/** A push with its items, as `GET …/pushes/{pushId}` answers it. */
export type FollowedPush = Reply<typeof getPush>["push"];

const pollMs = 500;

/** Shows how far a push is until it has ended. */
export async function followPush(
  client: Client,
  params: { projectSlug: string; planShortId: string; pushId: string },
  progress: Progress,
): Promise<FollowedPush> {
  try {
    for (;;) {
      const { push } = await client.call(getPush, { params });
      progress.show(stateOf(push));
      if (push.status !== "queued" && push.status !== "running") return push;
      await sleep(pollMs);
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const why = explain(error);
    throw new Failure(`${why} The push goes on in the service; run this command again to follow it.`, {
      cause: error,
    });
  }
}

function stateOf({ planShortId, status, items }: FollowedPush): string {
  if (items.length === 0) return `${planShortId}: ${status}`;
  const count = (...states: string[]) => items.filter(({ state }) => states.includes(state)).length;
  const failed = count("failed");
  const done = `${count("sent", "skipped", "failed")} of ${items.length} done`;
  return `${planShortId}: ${status}, ${done}${failed > 0 ? `, ${failed} failed` : ""}`;
}

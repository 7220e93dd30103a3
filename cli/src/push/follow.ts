import { setTimeout as sleep } from "node:timers/promises";
import { getPush, type Reply } from "@groundplan/contract";
import { type Client, ConnectionError } from "../../../client/src/index.ts";
import { explain, Failure } from "../failure.ts";
import type { Progress } from "../progress.ts";

/** A push with its items, as `GET …/pushes/{pushId}` answers it. */
export type FollowedPush = Reply<typeof getPush>["push"];

const pollMs = 500;
const mostOfTheTime = 9;

/** Shows the progress of a push until it ends. */
export async function followPush(
  client: Client,
  params: { projectSlug: string; planShortId: string; pushId: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<FollowedPush> {
  try {
    for (;;) {
      const asked = performance.now();
      const { push } = await client.call(getPush, { params }, { signal });
      progress.show(stateOf(push), partOf(push));
      if (push.status !== "queued" && push.status !== "running") return push;
      // Reading a large push is slow; polling less leaves most of the service's time to the push.
      const wait = Math.max(pollMs, (performance.now() - asked) * mostOfTheTime);
      await sleep(wait, undefined, { signal });
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const why = explain(error);
    throw new Failure(`${why} The push continues in the service; run this command again to follow it.`, {
      cause: error,
    });
  }
}

const ended = ["sent", "skipped", "conflict", "gone", "released", "failed"];

const countOf = ({ items }: FollowedPush, states: readonly string[]) =>
  items.filter(({ state }) => states.includes(state)).length;

const partOf = (push: FollowedPush) =>
  push.items.length === 0 ? undefined : countOf(push, ended) / push.items.length;

function stateOf(push: FollowedPush): string {
  const { planShortId, status, items, waitsUntil } = push;
  if (items.length === 0) return `${planShortId}: ${status}`;
  const failed = countOf(push, ["failed"]);
  const conflicts = countOf(push, ["conflict"]);
  return [
    `${planShortId}: ${status}, ${countOf(push, ended)} of ${items.length} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(conflicts > 0 ? [`${conflicts} edited in the tracker`] : []),
    ...(waitsUntil === undefined ? [] : [`waits for the tracker until ${waitsUntil}`]),
  ].join(", ");
}

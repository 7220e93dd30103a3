import { enqueueJob } from "../../jobs/queue.ts";
import type { Context } from "../context.ts";
import type { IndexJob } from "./index-source.ts";

/** Retries hourly for a day, for example until a full disk is fixed. */
const laterSeconds = 3600;
const mostTimes = 24;

/** Enqueues another attempt after the last, since nothing else would index the text. */
export async function indexLater({ writer }: Context, { again = 0, ...job }: IndexJob): Promise<void> {
  if (again === mostTimes) return;
  const { workspaceId } = job;
  const payload: IndexJob = { ...job, again: again + 1 };
  await writer.run(enqueueJob, { kind: "context.index", workspaceId, payload, delaySeconds: laterSeconds });
}

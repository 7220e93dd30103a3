import { enqueueJob } from "../../jobs/queue.ts";
import type { Context } from "../context.ts";
import type { IndexJob } from "./index-source.ts";

/** An hour later what failed, such as a full disk, may be mended; after a day of such hours nobody waits for it. */
const laterSeconds = 3600;
const mostTimes = 24;

/** Leaves the job once more where it failed at every try: nothing else would ever put the text into the index. */
export async function indexLater({ writer }: Context, { again = 0, ...job }: IndexJob): Promise<void> {
  if (again === mostTimes) return;
  const { workspaceId } = job;
  const payload: IndexJob = { ...job, again: again + 1 };
  await writer.run(enqueueJob, { kind: "context.index", workspaceId, payload, delaySeconds: laterSeconds });
}

import type { DataKey } from "../../secrets/data-key.ts";
import { sign } from "../../secrets/sign.ts";
import { callTracker, look } from "./call.ts";
import { type Intent, intend } from "./intend.ts";
import { noteNotSent } from "./outcomes.ts";
import { handleOf, type StepRow, stepsOf } from "./runs.ts";
import type { Item } from "./trackers/tracker.ts";
import { commit, type OpenWorker, Stop, sleep } from "./worker.ts";

const stepsAtOnce = 100;
const waitForOthersSeconds = 1;

/** One step after the other, in their order: a child's parent has its issue before the link is made. */
export async function runSteps(worker: OpenWorker): Promise<void> {
  for (let after = -1; ; ) {
    const steps = await stepsOf(worker.context.db, worker.push)
      .selectAll()
      .where("position", ">", after)
      .where("state", "in", ["planned", "sending"])
      .orderBy("position")
      .limit(stepsAtOnce)
      .execute();
    for (const step of steps) await runStep(worker, step);
    const last = steps.at(-1);
    if (!last) return;
    after = last.position;
  }
}

async function runStep(worker: OpenWorker, step: StepRow): Promise<void> {
  const { position } = step;
  const item = await itemOf(worker, step);
  if (item === "deleted") return commit(worker, noteNotSent, { position, state: "skipped", error: null });

  for (let [notThere, late] = [false, false]; ; ) {
    worker.job.signal.throwIfAborted();
    const askedAt = performance.now();
    const intent: Intent = await commit(worker, intend, { position, notThere, late });
    if (intent.go === "on") return;
    if (intent.go === "stop") throw new Stop(intent.why);
    if (intent.go === "wait") await sleep(worker, waitForOthersSeconds, "another push is at the same plan");
    else if (intent.go === "look") notThere = await look(worker, position, intent.item, item);
    else {
      const how = await callTracker(worker, step, intent, item, askedAt);
      if (how === "ended") return;
      // The next intent tells whether this worker still carries the push out.
      late = how === "late";
      notThere = false;
    }
  }
}

/** What the issue says, in the version of the snapshot; a link says nothing. */
async function itemOf({ context, push, dataKey }: OpenWorker, step: StepRow): Promise<Item | "deleted"> {
  const { kind, entity_id: entityId } = step;
  const handle = handleOf(step.plan_number, step.spec_number);
  const { workspace_id: workspaceId, connection_id: connectionId, target } = push;
  const identity = identityOf(dataKey, { workspaceId, connectionId, target, kind, entityId });
  if (step.revision === null) return { title: "", text: "", handle, identity };
  const version = await context.db
    .selectFrom("revisions")
    .select(["title", "text"])
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", entityId)
    .where("seq", "=", step.revision)
    .executeTakeFirst();
  return version ? { ...version, handle, identity } : "deleted";
}

interface Identified {
  workspaceId: string;
  connectionId: string;
  target: string;
  kind: string;
  entityId: string;
}

/**
 * Names a plan or spec inside its issue, so that a push which never heard back finds what it made. Signed: who
 * writes text here can't make a line that passes for another spec's.
 */
function identityOf(dataKey: DataKey, of: Identified): string {
  const meaning = JSON.stringify([of.workspaceId, of.connectionId, of.target, of.kind, of.entityId]);
  // Hexadecimal, since two hyphens may end an HTML comment.
  const signature = Buffer.from(sign(dataKey, "push marker", meaning), "base64url").toString("hex");
  return `${of.kind}=${of.entityId} connection=${of.connectionId} signature=${signature}`;
}

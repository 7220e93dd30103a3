import { Readable } from "node:stream";
import { streamRun } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { stream } from "../../dispatch/handlers.ts";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { reloadActor } from "../identity/credential-kinds.ts";
import { readablePlan } from "../plans/access.ts";
import { readableRun, readsTexts } from "./access.ts";
import { presentRun, presentStep, usageOf, withholdStep } from "./present.ts";
import { type Delta, liveOf } from "./steps/live.ts";
import { namedRun, shownStepsOf } from "./store.ts";

/** Milliseconds between looks during continuous commits. */
const gatherMs = 200;
const heartbeatMs = 15_000;
/** Bytes that may wait for a slow reader; deltas beyond are left out. */
const mostWaiting = 256 * 1024;
const mostStreams = 500;
const mostOfCredential = 20;

const streamsOf = perProcess(() => ({ open: 0, taken: new Map<string, number>() }));

/** Takes one of the process's streams. Returns its giving back; throws 429 if there is none. */
function takeStream(context: Context, { credentialId }: Actor): () => void {
  const streams = streamsOf(context);
  const own = streams.taken.get(credentialId) ?? 0;
  if (streams.open >= mostStreams) throw tooMany("This process has as many open streams as it takes.");
  if (own >= mostOfCredential)
    throw tooMany(`This credential follows ${mostOfCredential} runs, as many as it may.`);
  streams.open++;
  streams.taken.set(credentialId, own + 1);
  return () => {
    streams.open--;
    const left = (streams.taken.get(credentialId) ?? 1) - 1;
    if (left > 0) streams.taken.set(credentialId, left);
    else streams.taken.delete(credentialId);
  };
}

const tooMany = (why: string) =>
  new ApiError("rate_limited", `${why} Close one, then repeat.`, undefined, { "retry-after": "10" });

/** Follows a run: its steps from the first on, the words that the model writes here, and its end. */
export const runStream = stream(streamRun, async (context: Context, actor, { params }) => {
  const { run } = await readableRun(context.db, actor, params);
  const giveBack = takeStream(context, actor);
  const text = new Readable({ read() {} });
  const follower = followRun(context, actor, params, text);
  const { deltas } = liveOf(context);
  const onDelta = (delta: Delta) => {
    if (follower.readsTexts() && text.readableLength < mostWaiting) text.push(messageOf("delta", delta));
  };
  const unsubscribe = context.commits.subscribe(() => follower.look());
  const heartbeat = setInterval(() => text.readableLength === 0 && text.push(":\n\n"), heartbeatMs).unref();
  deltas.on(run.id, onDelta);
  const end = () => text.destroyed || text.readableEnded || text.push(null);
  context.draining.addEventListener("abort", end, { once: true });
  text.once("close", () => {
    giveBack();
    unsubscribe();
    clearInterval(heartbeat);
    deltas.off(run.id, onDelta);
    context.draining.removeEventListener("abort", end);
    follower.stop();
  });
  follower.look();
  return { text, end };
});

const messageOf = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

type Params = Parameters<typeof readableRun>[2];

/** Sends what has changed in a run after each look, one look at a time. */
function followRun(context: Context, actor: Actor, params: Params, text: Readable) {
  const { db, log } = context;
  const sent = new Map<number, string>();
  let usage = "";
  let stamp = "";
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let isReader = false;

  const send = async () => {
    const current = await reloadActor(db, actor);
    const plan = await readablePlan(db, current, params);
    const key = { workspaceId: actor.workspaceId, runId: params.runId };
    const run = await namedRun(db, key);
    isReader = await readsTexts(db, current, plan, run);
    // A millisecond may have two changes.
    const { updated_at, last_step, calls, state } = run;
    const seen = JSON.stringify([updated_at, last_step, calls, state]);
    if (seen === stamp) return;
    stamp = seen;
    for (const step of await shownStepsOf(db, key)) {
      if (sent.get(step.n) === step.updated_at) continue;
      sent.set(step.n, step.updated_at);
      text.push(messageOf("step", isReader ? presentStep(step) : withholdStep(step)));
    }
    const spent = JSON.stringify({ ...usageOf(run), state: run.state });
    if (spent !== usage) text.push(messageOf("usage", Object.assign(usageOf(run), { state: run.state })));
    usage = spent;
    if (run.ended_at === null) return;
    isOver = true;
    text.push(messageOf("end", { run: presentRun(run, plan) }));
    text.push(null);
  };
  const look = async () => {
    timer = undefined;
    try {
      if (!text.destroyed && !isOver) await send();
    } catch (error) {
      // A reader who lost the plan or the credential, or a database that is away: the client asks again.
      if (!(error instanceof ApiError)) log.warn({ err: error }, "a run was not read for its stream");
      isOver = true;
      text.push(null);
    }
  };
  let first = true;
  return {
    readsTexts: () => isReader,
    look() {
      if (isOver) return;
      timer ??= setTimeout(() => void look(), first ? 0 : gatherMs);
      first = false;
    },
    stop: () => clearTimeout(timer),
  };
}

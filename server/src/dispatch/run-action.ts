import { randomUUID } from "node:crypto";
import type { Endpoint, Input } from "@groundplan/contract";
import type { Actor } from "../actor.ts";
import type { Log } from "../log.ts";
import type { Observed } from "../tracer.ts";
import type { CommandResult, IdempotencyKey } from "./commands.ts";
import type { Action, ActionRequest } from "./handlers.ts";
import {
  type ActionClaim,
  claimAction,
  keepAction,
  releaseAction,
  renewAction,
} from "./idempotency/commands.ts";
import type { Writer } from "./writer.ts";

/** The parts of the process that every action needs. */
export interface ActionContext extends Observed {
  writer: Writer;
  log: Log;
}

const lockSeconds = 60;
/** Leaves time to miss two renewals of the key. */
const renewedAfterMs = 20_000;

/** A call of an action. */
interface ActionCall<C> {
  context: C;
  handler: Action<Endpoint, C>;
  actor: Actor;
  input: Input;
  request: ActionRequest;
  idempotency: IdempotencyKey | undefined;
  /** Throws 409 if the request's claim isn't held when the action starts. Replays don't need it. */
  requireClaim: () => Promise<void>;
}

/**
 * Runs an action under its `Idempotency-Key`, if any: claims the key, keeps it while running, stores the
 * answer, or releases the key on failure. A completed action is answered even if storing fails.
 */
export async function runAction<C extends ActionContext>(call: ActionCall<C>): Promise<CommandResult> {
  const { context, handler, actor, input, request, idempotency } = call;
  const run = async (as: ActionRequest): Promise<CommandResult> => {
    await call.requireClaim();
    const { status = handler.endpoint.status, body } = await handler.run(context, actor, input, as);
    return { status, body, replayed: false };
  };
  if (!idempotency || handler.isRepeatable) return run(request);

  const claim: ActionClaim = {
    actor,
    key: { ...idempotency, lock: { owner: randomUUID(), seconds: lockSeconds } },
  };
  const { writer, log } = context;
  const logged = (message: string) => (error: unknown) =>
    log.error({ err: error, endpoint: handler.endpoint.id }, message);

  const before = await writer.run(claimAction, claim);
  if (before) return replay(call, before);
  const renewal = setInterval(
    () => writer.run(renewAction, claim).catch(logged("a key was not held longer; its lock may run out")),
    renewedAfterMs,
  );
  let done: CommandResult;
  try {
    done = await run({ ...request, claim }).finally(() => clearInterval(renewal));
  } catch (error) {
    await writer.run(releaseAction, claim).catch(logged("a key was not given back; its lock will run out"));
    throw error;
  }
  const secretOf = handler.secretOf ? handler.secretOf(done.body as never) : null;
  const kept = handler.replay ? { ...done, body: handler.replay.keep(done.body as never) } : done;
  await writer
    .run(keepAction, { ...claim, done: kept, secretOf })
    .catch(logged("an answer was not kept; its key's lock will run out"));
  return done;
}

async function replay<C>(
  { context, handler, actor, input }: ActionCall<C>,
  kept: CommandResult,
): Promise<CommandResult> {
  if (!handler.replay) return kept;
  return { ...kept, body: await handler.replay.answer(context, actor, input, kept.body) };
}

import { randomUUID } from "node:crypto";
import type { Input } from "@groundplan/contract";
import type { Context } from "../context.ts";
import type { Actor } from "../modules/identity/actor.ts";
import type { Action, ActionRequest } from "./handlers.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import { claimAction, keepAction, type OfAction, releaseAction } from "./idempotency-commands.ts";
import type { Done } from "./run-command.ts";

const lockSeconds = 60;

/**
 * Runs an action, under its `Idempotency-Key` where it has one: the key is taken before it starts, holds its
 * answer after, and is given back where it failed. What was done is answered also where its answer can't be kept.
 */
export async function runAction(
  context: Context,
  handler: Action,
  actor: Actor,
  input: Input,
  request: ActionRequest,
  idempotency: IdempotencyKey | undefined,
): Promise<Done> {
  const run = async (): Promise<Done> => {
    const { status = handler.endpoint.status, body } = await handler.run(context, actor, input, request);
    return { status, body, replayed: false };
  };
  if (!idempotency) return run();

  const held: OfAction = {
    actor,
    key: { ...idempotency, lock: { owner: randomUUID(), seconds: lockSeconds } },
  };
  const command = async (name: string, extra: { done?: Done; secretOf?: string | null } = {}) =>
    (await context.writer.run({ name, actor: null, input: { ...held, ...extra } })).body;
  const logged = (message: string) => (error: unknown) =>
    context.log.error({ err: error, endpoint: handler.endpoint.id }, message);

  const kept = (await command(claimAction.name)) as Done | null;
  if (kept) return replay(context, handler, actor, input, kept);
  let done: Done;
  try {
    done = await run();
  } catch (error) {
    await command(releaseAction.name).catch(logged("a key was not given back; its lock will run out"));
    throw error;
  }
  const secretOf = handler.secretOf ? handler.secretOf(done.body as never) : null;
  await command(keepAction.name, { done, secretOf }).catch(
    logged("an answer was not kept; its key's lock will run out"),
  );
  return done;
}

async function replay(
  context: Context,
  handler: Action,
  actor: Actor,
  input: Input,
  kept: Done,
): Promise<Done> {
  if (!handler.replay) return kept;
  return { ...kept, body: await handler.replay(context, actor, input, kept.body as never) };
}

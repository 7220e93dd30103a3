import { commands } from "../modules/commands.ts";
import { type Actor, admit } from "../modules/identity/actor.ts";
import { lockWorkspace, type Tx } from "../storage/dialect.ts";
import { claimKey, type IdempotencyKey, keepAnswer } from "./idempotency.ts";

/** A command as data: it can be sent to the thread that holds the write connection. */
export interface Call {
  name: string;
  actor: Actor | null;
  input: unknown;
  idempotency?: IdempotencyKey;
}

/** What a command answered, or the answer that was kept for its idempotency key. */
export interface Done {
  status: number;
  body: unknown;
  replayed: boolean;
}

/** The workspace whose single writer a call is; null where it is none's. */
export function workspaceOf({ name, actor, input }: Call): string | null {
  const found = commands.get(name);
  return found?.kind === "command" ? found.workspaceOf(input as never) : (actor?.workspaceId ?? null);
}

/**
 * Runs one command inside the transaction that its caller opened and will commit. The credential is admitted
 * again here: one that was revoked in the middle of a request writes nothing any more.
 */
export async function runCommand(tx: Tx, call: Call): Promise<Done> {
  const found = commands.get(call.name);
  if (!found) throw new Error(`no command ${call.name}`);

  if (found.kind === "command") {
    const workspaceId = found.workspaceOf(call.input as never);
    if (workspaceId) await lockWorkspace(tx, workspaceId);
    return { status: 200, body: await found.run(tx, call.input as never), replayed: false };
  }

  if (!call.actor) throw new Error(`command ${call.name} without an actor`);
  await lockWorkspace(tx, call.actor.workspaceId);
  const actor = await admit(tx, call.actor);
  if (call.idempotency) {
    const kept = await claimKey(tx, actor, call.idempotency);
    if (kept) return kept;
  }
  const body = await found.run(tx, actor, call.input as never);
  const done: Done = { status: found.endpoint.status, body, replayed: false };
  if (call.idempotency) {
    await keepAnswer(tx, actor, call.idempotency, done, found.secretOf ? found.secretOf(body) : null);
  }
  return done;
}

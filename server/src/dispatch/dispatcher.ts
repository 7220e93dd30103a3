import { type Actor, serviceIn } from "../actor.ts";
import { ApiError } from "../errors.ts";
import { lockWorkspace, type Tx } from "../storage/dialect.ts";
import { withinQuota } from "../storage/quota.ts";
import type { Command, CommandCall, CommandResult, Rules } from "./commands.ts";
import { disclosesNothing, type Handlers, isCreated, type Write } from "./handlers.ts";
import { claimKey, keepAnswer } from "./idempotency/idempotency.ts";
import { setPresentedClaim } from "./presented-claim.ts";
import { setTrace } from "./trace-of.ts";

/** All handlers and commands, as provided by the modules. */
export interface Registry {
  commands: readonly Command[];
  handlers: Handlers;
  rules: Omit<Rules, "disclosedBy">;
}

/** Runs commands by name in the caller's transaction. */
export interface Dispatcher {
  /** Returns the workspace whose writer runs the call; null for rows outside of any. */
  workspaceOf(call: CommandCall): string | null;
  run(tx: Tx, call: CommandCall): Promise<CommandResult>;
}

export function createDispatcher({ commands, handlers, rules: given }: Registry): Dispatcher {
  const runnable = new Map<string, Command | Write>(commands.map((command) => [command.name, command]));
  for (const [id, handler] of handlers) if (handler.kind === "write") runnable.set(id, handler);
  const rules: Rules = {
    ...given,
    disclosedBy(endpointId, reply) {
      const handler = handlers.get(endpointId);
      const discloses = handler && "discloses" in handler ? handler.discloses : undefined;
      if (!discloses && handler && handler.endpoint.method !== "POST") return disclosesNothing();
      if (!discloses) throw new Error(`${endpointId} does not say what its answers show`);
      return discloses(reply as never);
    },
  };

  return {
    workspaceOf({ name, actor, input }) {
      const found = runnable.get(name);
      return found?.kind === "command" ? found.workspaceOf(input as never) : (actor?.workspaceId ?? null);
    },
    async run(tx, call) {
      const found = runnable.get(call.name);
      if (!found) throw new Error(`no command ${call.name}`);
      setTrace(tx, call.trace);
      setPresentedClaim(tx, null);
      return found.kind === "command" ? runCommand(tx, found, call, rules) : runWrite(tx, found, call, rules);
    },
  };
}

async function runCommand(tx: Tx, found: Command, call: CommandCall, rules: Rules): Promise<CommandResult> {
  const input = call.input as never;
  const workspaceId = found.workspaceOf(input);
  if (workspaceId) await lockWorkspace(tx, workspaceId);
  const body = await found.run(tx, input, rules);
  if (workspaceId) await rules.settle(tx, serviceIn(workspaceId));
  return { status: 200, body, replayed: false };
}

/** Runs a write with a reloaded actor, so that a credential revoked during the request writes nothing. */
async function runWrite(tx: Tx, found: Write, call: CommandCall, rules: Rules): Promise<CommandResult> {
  if (!call.actor) throw new Error(`command ${call.name} without an actor`);
  await lockWorkspace(tx, call.actor.workspaceId);
  const actor = await rules.reloadActor(tx, call.actor);
  if (call.idempotency) {
    const kept = await claimKey(tx, actor, call.idempotency, rules);
    if (kept) return kept;
  }
  const body = await withinQuota(tx, actor.workspaceId, call.quota ?? null, () =>
    runFenced(tx, found, actor, call, rules),
  );
  await rules.settle(tx, actor);
  const result: CommandResult = {
    status: isCreated(body) ? 201 : found.endpoint.status,
    body,
    replayed: false,
  };
  if (call.idempotency) {
    await keepAnswer(tx, actor, call.idempotency, result, found.secretOf ? found.secretOf(body) : null);
  }
  return result;
}

/**
 * Runs a write under the claim of its `Claim` header. A claim that isn't held refuses it, but after 404, 403
 * and an archived plan.
 */
async function runFenced(
  tx: Tx,
  found: Write,
  actor: Actor,
  { claim, input }: CommandCall,
  { refusedClaim }: Rules,
): Promise<unknown> {
  const refused = claim ? await refusedClaim(tx, actor, claim) : null;
  if (claim && !refused) setPresentedClaim(tx, claim);
  try {
    const body = await found.run(tx, actor, input as never);
    if (refused) throw refused;
    return body;
  } catch (error) {
    throw refused && isLaterRefusal(error) ? refused : error;
  }
}

const isLaterRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.code !== "plan_archived";

import type { Command, Write } from "../dispatch/handlers.ts";
import { claimAction, keepAction, releaseAction } from "../dispatch/idempotency-commands.ts";
import { claimJob, enqueueJob, failJob, finishJob, renewClaim } from "../jobs/queue.ts";
import { sweep } from "../jobs/sweep.ts";
import { addCanary, rewrapKeys } from "../secrets/start.ts";
import { addDataKey } from "../secrets/workspace-key.ts";
import { saveConnection } from "./connectors/connect.ts";
import { saveHookSecret } from "./connectors/webhook.ts";
import { createKey, createUser } from "./identity/admin-commands.ts";
import { touchKey } from "./identity/api-keys.ts";
import { handlers } from "./index.ts";
import { purgeArchived } from "./plans/purge-plans.ts";
import { acceptHook } from "./push/back/accept-hook.ts";
import { applyFound } from "./push/back/apply.ts";
import { notePolled } from "./push/back/poll.ts";
import { finishRun } from "./push/finish.ts";
import { intend } from "./push/intend.ts";
import { beginRun, laySteps } from "./push/lay-steps.ts";
import { backOff, blockLimit, takeTurn } from "./push/limit-rows.ts";
import { noteCaveats, noteEnds } from "./push/outcomes.ts";
import { startPush } from "./push/start.ts";
import { noteForecast, noteWait } from "./push/waits.ts";

const ofTheService = [
  ...[createUser, createKey, touchKey, addCanary, rewrapKeys, sweep, purgeArchived],
  ...[enqueueJob, claimJob, renewClaim, finishJob, failJob],
  ...[claimAction, keepAction, releaseAction],
  ...[addDataKey, saveConnection],
  ...[startPush, laySteps, beginRun, intend, finishRun],
  ...[noteEnds, noteWait, noteCaveats, noteForecast, takeTurn, blockLimit, backOff],
  ...[saveHookSecret, acceptHook, applyFound, notePolled],
] as readonly Command[];

/** Everything that writes, by name: the writes of endpoints under the endpoint's id, and the service's own. */
export const commands: ReadonlyMap<string, Write | Command> = new Map<string, Write | Command>([
  ...handlers.flatMap((handler) =>
    handler.kind === "write" ? [[handler.endpoint.id, handler] as const] : [],
  ),
  ...ofTheService.map((command) => [command.name, command] as const),
]);

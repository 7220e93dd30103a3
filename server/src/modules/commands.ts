import type { Command, Write } from "../dispatch/handlers.ts";
import { claimAction, keepAction, releaseAction } from "../dispatch/idempotency-commands.ts";
import { claimJob, enqueueJob, failJob, finishJob, renewClaim } from "../jobs/queue.ts";
import { sweep } from "../jobs/sweep.ts";
import { addCanary, rewrapKeys } from "../secrets/start.ts";
import { connectorCommands } from "./connectors/commands.ts";
import { createKey, createUser } from "./identity/admin-commands.ts";
import { touchKey } from "./identity/api-keys.ts";
import { handlers } from "./index.ts";
import { purgeArchived } from "./plans/purge-plans.ts";
import { pushCommands } from "./push/commands.ts";

const ofTheService = [
  ...[createUser, createKey, touchKey, addCanary, rewrapKeys, sweep, purgeArchived],
  ...[enqueueJob, claimJob, renewClaim, finishJob, failJob],
  ...[claimAction, keepAction, releaseAction],
  ...connectorCommands,
  ...pushCommands,
] as readonly Command[];

/** Everything that writes, by name: the writes of endpoints under the endpoint's id, and the service's own. */
export const commands: ReadonlyMap<string, Write | Command> = new Map<string, Write | Command>([
  ...handlers.flatMap((handler) =>
    handler.kind === "write" ? [[handler.endpoint.id, handler] as const] : [],
  ),
  ...ofTheService.map((command) => [command.name, command] as const),
]);

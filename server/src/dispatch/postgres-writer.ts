import type { Kysely } from "kysely";
import { type Meter, secondsSince } from "../meter.ts";
import type { Tables } from "../storage/tables.ts";
import type { CommandCall, CommandResult } from "./commands.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { deserializeError, serializeError, unavailable } from "./serialized-error.ts";
import type { CommandQueue } from "./writer.ts";

const attempts = 5;
/** Milliseconds that a command waits for its turn, in case the database hangs. */
const longestWait = 30_000;
const serializationFailure = "40001";
const deadlock = "40P01";

/**
 * Returns PostgreSQL's writer: a pooled transaction per command, retried on serialization failures and
 * deadlocks. A workspace's commands queue before taking a connection, so that a busy workspace can't exhaust
 * the pool.
 */
export function postgresWriter(db: Kysely<Tables>, dispatcher: Dispatcher, meter?: Meter): CommandQueue {
  const transact = (call: CommandCall) => db.transaction().execute((tx) => dispatcher.run(tx, call));
  const measured = async (by: Meter, call: CommandCall) => {
    const from = performance.now();
    return transact(call).finally(() => by.batch(1, secondsSince(from)));
  };
  const once = (call: CommandCall) => (meter ? measured(meter, call) : transact(call));
  const lastOf = new Map<string, Promise<unknown>>();
  const inTurn = (workspaceId: string, run: () => Promise<CommandResult>): Promise<CommandResult> => {
    const mine = (lastOf.get(workspaceId) ?? Promise.resolve()).then(run);
    const ended = mine.then(
      () => {},
      () => {},
    );
    lastOf.set(workspaceId, ended);
    void ended.then(() => lastOf.get(workspaceId) === ended && lastOf.delete(workspaceId));
    return mine;
  };
  const retried = async (call: CommandCall): Promise<CommandResult> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(call);
      } catch (error) {
        const code = (error as { code?: unknown }).code;
        const again = code === serializationFailure || code === deadlock;
        if (!again || attempt === attempts) throw deserializeError(serializeError(error));
      }
    }
  };
  return {
    send(call) {
      const workspaceId = dispatcher.workspaceOf(call);
      if (workspaceId === null) return retried(call);
      const givenUpAt = Date.now() + longestWait;
      return inTurn(workspaceId, async () => {
        if (Date.now() > givenUpAt) throw unavailable("its workspace's writes waited for too long");
        return retried(call);
      });
    },
    close: () => db.destroy(),
  };
}

import type { Kysely } from "kysely";
import type { Tables } from "../storage/tables.ts";
import { type Call, type Done, runCommand, workspaceOf } from "./run-command.ts";
import { fromWire, toWire, unavailable } from "./wire-error.ts";
import type { Writer } from "./writer.ts";

const attempts = 5;
/** Milliseconds that a command waits for its turn: behind a database that says nothing all would wait for ever. */
const longestWait = 30_000;
const serializationFailure = "40001";
const deadlock = "40P01";

/**
 * PostgreSQL's writer: a pooled transaction per command, run again where PostgreSQL asks for it. A workspace's
 * commands wait for each other here, before they take a connection: one busy workspace leaves the pool to others.
 */
export function postgresWriter(db: Kysely<Tables>): Writer {
  const once = (call: Call) => db.transaction().execute((tx) => runCommand(tx, call));
  const lastOf = new Map<string, Promise<unknown>>();
  const inTurn = (workspaceId: string, run: () => Promise<Done>): Promise<Done> => {
    const mine = (lastOf.get(workspaceId) ?? Promise.resolve()).then(run);
    const ended = mine.then(
      () => {},
      () => {},
    );
    lastOf.set(workspaceId, ended);
    void ended.then(() => lastOf.get(workspaceId) === ended && lastOf.delete(workspaceId));
    return mine;
  };
  const retried = async (call: Call): Promise<Done> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(call);
      } catch (error) {
        const code = (error as { code?: unknown }).code;
        const again = code === serializationFailure || code === deadlock;
        if (!again || attempt === attempts) throw fromWire(toWire(error));
      }
    }
  };
  return {
    run(call) {
      const workspaceId = workspaceOf(call);
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

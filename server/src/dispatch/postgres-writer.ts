import type { Kysely } from "kysely";
import type { Tables } from "../storage/tables.ts";
import { type Call, runCommand } from "./run-command.ts";
import { fromWire, toWire } from "./wire-error.ts";
import type { Writer } from "./writer.ts";

const attempts = 5;
const serializationFailure = "40001";
const deadlock = "40P01";

/** PostgreSQL's writer: a pooled transaction per command, run again where PostgreSQL asks for it. */
export function postgresWriter(db: Kysely<Tables>): Writer {
  const once = (call: Call) => db.transaction().execute((tx) => runCommand(tx, call));
  return {
    async run(call) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(call);
        } catch (error) {
          const code = (error as { code?: unknown }).code;
          const again = code === serializationFailure || code === deadlock;
          if (!again || attempt === attempts) throw fromWire(toWire(error));
        }
      }
    },
    close: () => db.destroy(),
  };
}

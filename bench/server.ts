import { join } from "node:path";
import type { CommandCall } from "../server/src/dispatch/commands.ts";
import { createDispatcher } from "../server/src/dispatch/dispatcher.ts";
import { createWriter } from "../server/src/dispatch/writer.ts";
import { serve } from "../server/src/main.ts";
import { registry } from "../server/src/modules/index.ts";
import { openDatabase } from "../server/src/open-database.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { tellCpu } from "./tell-cpu.ts";

/** Serves with the real writer or, for `BENCH_WRITER=each`, with a transaction and flush per request. */
const flushPerRequest: typeof openDatabase = async (config, onBroken) => {
  const database = await openDatabase(config, onBroken);
  await database.writer.close();
  const { raw, db } = openSqlite(join(config.dataDir, "groundplan.db"), "write");
  const dispatcher = createDispatcher(registry);
  const run = async (call: CommandCall) => {
    raw.exec("begin immediate");
    try {
      const done = await dispatcher.run(db, call);
      raw.exec("commit");
      return done;
    } catch (error) {
      if (raw.inTransaction) raw.exec("rollback");
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const writer = createWriter(
    {
      send(call) {
        const done = last.then(() => run(call));
        last = done.catch(() => {});
        return done;
      },
      close: async () => void raw.close(),
    },
    database.commits.committed,
  );
  const close = async () => {
    await writer.close();
    await database.db.destroy();
  };
  return { ...database, writer, close };
};

tellCpu();
await serve(process.env, process.env.BENCH_WRITER === "each" ? { openDatabase: flushPerRequest } : {});

import { join } from "node:path";
import { openDatabase } from "../server/src/dispatch/database.ts";
import { type Call, runCommand } from "../server/src/dispatch/run-command.ts";
import { serve } from "../server/src/main.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { tellCpu } from "./tell-cpu.ts";

/**
 * The service as it is, or (`BENCH_WRITER=each`) the same service with the plain way to write: every request
 * its own transaction and its own flush, on the thread that answers requests.
 */
const flushPerRequest: typeof openDatabase = async (config, onBroken) => {
  const database = await openDatabase(config, onBroken);
  await database.writer.close();
  const { raw, db } = openSqlite(join(config.dataDir, "groundplan.db"), "write");
  const run = async (call: Call) => {
    raw.exec("begin immediate");
    try {
      const done = await runCommand(db, call);
      raw.exec("commit");
      return done;
    } catch (error) {
      if (raw.inTransaction) raw.exec("rollback");
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const writer = {
    run(call: Call) {
      const done = last.then(() => run(call));
      last = done.catch(() => {});
      return done;
    },
    close: async () => void raw.close(),
  };
  const close = async () => {
    await writer.close();
    await database.db.destroy();
  };
  return { ...database, writer, close };
};

tellCpu();
await serve(process.env, process.env.BENCH_WRITER === "each" ? { openDatabase: flushPerRequest } : {});

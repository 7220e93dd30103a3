import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import Database from "better-sqlite3";

/** The file that gets the statements which threads of this process prepare, one line of JSON each. */
export const recordVariable = "GROUNDPLAN_TEST_STATEMENTS";

const { prepare } = Database.prototype;
if (!isMainThread)
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    const file = process.env[recordVariable];
    if (file) appendFileSync(file, `${JSON.stringify(text)}\n`);
    return prepare.call(this, text);
  } as typeof prepare;

import { json } from "node:stream/consumers";
import { connect } from "./connection.ts";

/** The requests for a server, sent round-robin over several connections. */
export interface Questions {
  port: number;
  requests: string[];
  connections: number;
  /** The status that every answer must have; any other aborts the run. */
  expect: number;
  until: { seconds: number } | { answers: number };
  /** A database file that gets a commit before each request. */
  commitTo?: string;
}

export interface Answers {
  answers: number;
  seconds: number;
}

/** A process that reads `Questions` and prints `Answers`. */
const { port, requests, connections, expect, until, commitTo } = (await json(process.stdin)) as Questions;
const bytes = requests.map((request) => Buffer.from(request));
const most = "answers" in until ? until.answers : Number.POSITIVE_INFINITY;

let asked = 0;
let answers = 0;
const commit = commitTo === undefined ? undefined : await committer(commitTo);
const ask = () => {
  commit?.run();
  return bytes[asked++ % bytes.length] ?? Buffer.of();
};
const start = performance.now();
const end = start + ("seconds" in until ? until.seconds * 1000 : Number.POSITIVE_INFINITY);
await Promise.all(
  Array.from(
    { length: connections },
    () =>
      new Promise<void>((resolve) => {
        const connection = connect(port, (status) => {
          if (status !== expect) throw new Error(`an answer was ${status}`);
          answers++;
          next();
        });
        const next = () => {
          if (asked < most && performance.now() < end) return connection.send(ask());
          connection.close();
          resolve();
        };
        next();
      }),
  ),
);

/** Returns a statement that commits a no-op; its own cost is not measured. */
async function committer(file: string): Promise<{ run(): unknown }> {
  const { openSqlite } = await import("../server/src/storage/sqlite.ts");
  const { raw } = openSqlite(file, "write");
  raw.pragma("synchronous = off");
  return raw.prepare("update workspaces set name = name");
}

const done: Answers = { answers, seconds: (performance.now() - start) / 1000 };
process.stdout.write(JSON.stringify(done));

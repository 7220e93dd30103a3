import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/open-database.ts";
import type { databases } from "../databases.ts";
import { ledgerOf } from "../push/scene.ts";
import { type StandIn, standIns } from "../push/stand-in.ts";
import { asker, lastPush, type Send } from "./asker.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";
import { makeTree, type Tree } from "./trees.ts";

export type When = "at any moment" | "after a create was carried out";

/** Quotas per hour that no test reaches. */
export const plenty = { quota: { requests: 1e9, complexity: 1e9 }, requestsPerHour: 1e9 };

export interface Drill {
  standIn: StandIn;
  killed(): number;
  tree(items: number): Promise<Tree>;
  /**
   * Pushes, killing and restarting the service while `mayKill` returns true; returns the push's end state.
   */
  push(tree: Tree, when: When, mayKill: () => boolean): Promise<string>;
  ledger(tree: Tree): Promise<string>;
  events(): Promise<string>;
}

interface Death {
  happened: Promise<"killed">;
  /** Cancels the kill; returns true if it is too late. */
  cancel(): boolean;
}

export async function withDrill(
  create: (typeof databases)[number]["create"],
  tracker: keyof typeof standIns,
  use: (drill: Drill) => Promise<void>,
  script?: string,
): Promise<void> {
  const database = await create("empty, on disk");
  const standIn = await standIns[tracker](plenty);
  let service: Service | null = null;
  let killed = 0;
  let trees = 0;
  try {
    const key = await firstKey(database.env);
    const start = async () => {
      service = await startService({ ...database.env, ...standIn.env }, script);
    };
    // Nothing may be sent to a killed service's port, which is free for other tests.
    const send: Send = async (...given) => {
      if (service === null) throw new Error("the service was killed");
      return asker(service.url, key)(...given);
    };
    const kill = async () => {
      const victim = service;
      service = null;
      killed++;
      await victim?.kill();
    };
    await start();
    await send("POST", `/v1/connectors/${standIn.connector}/connect`, standIn.connect);

    async function push({ main }: Tree, when: When, mayKill: () => boolean): Promise<string> {
      await send("POST", `${main}/push`, {}, { prefer: "respond-async" });
      for (;;) {
        const death = mayKill() ? deathOf(standIn, when, kill) : null;
        const watching = new AbortController();
        const races = [ended(send, main, watching.signal), ...(death ? [death.happened] : [])];
        const end = await Promise.race(races).finally(() => watching.abort());
        if (end !== "killed" && !death?.cancel()) return end;
        // A timer may have fired while the push ended.
        await death?.happened;
        await start();
        if (end !== "killed") return end;
      }
    }

    await use({
      standIn,
      killed: () => killed,
      tree: (items) => makeTree(send, standIn, trees++, items),
      push,
      ledger: (tree) => withDb(database.env, (db) => ledgerOf({ world: { context: { db } }, standIn }, tree)),
      events: () => eventChain(database.env),
    });
  } finally {
    await (service as Service | null)?.stop();
    await standIn.close();
    await database.drop();
  }
}

/** Waits for a plan's running push; returns its end state, or "" once aborted. */
export async function ended(send: Send, plan: string, watched?: AbortSignal): Promise<string> {
  for (;;) {
    await sleep(30);
    if (watched?.aborted) return "";
    const last = await lastPush(send, plan).catch(() => null);
    if (last) return `${last.status} ${last.caveats.join(" ")}`.trim();
  }
}

export async function withDb<T>(
  env: Record<string, string>,
  use: (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(readConfig(env), (error) => {
    throw error;
  });
  try {
    return await use(database.db);
  } finally {
    await database.close();
  }
}

function deathOf(standIn: StandIn, when: When, kill: () => Promise<void>): Death {
  if (when === "after a create was carried out") return atCall(standIn, "after", 1, kill, standIn.creates);
  const calls = 1 + Math.floor(Math.random() * 8);
  const draw = Math.random();
  if (draw < 0.7) return atCall(standIn, draw < 0.3 ? "before" : "after", calls, kill);
  const { promise, resolve } = Promise.withResolvers<"killed">();
  let fired = false;
  const timer = setTimeout(() => {
    fired = true;
    void kill().then(() => resolve("killed"));
  }, Math.random() * 600);
  const cancel = () => {
    clearTimeout(timer);
    return fired;
  };
  return { happened: promise, cancel };
}

/** Kills the service at the n-th call of a kind, when a push can do most harm. */
function atCall(
  standIn: StandIn,
  when: "before" | "after",
  calls: number,
  kill: () => Promise<void>,
  of: StandIn["creates"] = {},
): Death {
  let left = calls;
  const { promise, resolve } = Promise.withResolvers<"killed">();
  const die = async (entry: { method: string; path: string; operations?: string[] }) => {
    const path = [entry.path, ...(entry.operations ?? [])].join(" ");
    if (of.method !== undefined && of.method !== entry.method) return false;
    if (of.path !== undefined && !new RegExp(of.path).test(path)) return false;
    left--;
    if (left !== 0) return false;
    await kill();
    resolve("killed");
    return true;
  };
  const stop =
    when === "before"
      ? standIn.onAsk(async (entry) => ((await die(entry)) ? { before: "cut" } : undefined))
      : standIn.onAnswer(async (entry) => void (await die(entry)));
  const cancel = () => {
    stop();
    return left <= 0;
  };
  return { happened: promise.finally(stop), cancel };
}

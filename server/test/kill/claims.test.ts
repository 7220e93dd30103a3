import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Claim, NextSpec } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { adminCreateKey, adminCreateUser } from "../../src/admin/index.ts";
import { databases } from "../databases.ts";
import { onRows } from "../own-connection.ts";
import { asker, type Send } from "./asker.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const isLong = Boolean(process.env.LONG);
const operations = Number(process.env.GROUNDPLAN_LONG_OPERATIONS ?? (isLong ? 200_000 : 5_000));
const agents = isLong ? 1000 : 40;
const credentials = isLong ? 50 : 4;
const specs = isLong ? 10_000 : 300;
const specsPerPlan = isLong ? 500 : 150;
/** Operations between two kills, at most. A service is slow for seconds after its start. */
const calm = isLong ? 10_000 : 4_000;
/** Milliseconds until a test has failed: 40 minutes for the long tests' number of operations. */
const longest = Math.max(600_000, operations * 12);
/** The share of claims that are completed, so that specs last to the end; the others are released, or run out. */
const completing = Math.min(0.2, (0.7 * 4 * specs) / operations);

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any endpoint
  body: any;
}

/** Returns what holders the agents know: who began to work on a spec, and hasn't begun to end it. */
function holders() {
  const held = new Set<string>();
  const twice: string[] = [];
  return {
    twice,
    begin(spec: string) {
      if (held.has(spec)) twice.push(spec);
      held.add(spec);
    },
    end: (spec: string) => void held.delete(spec),
  };
}

/** Two services on one database, of which either may be killed at any moment. */
class Pair {
  readonly #env: Record<string, string>;
  #services: Service[] = [];
  kills = 0;
  constructor(env: Record<string, string>) {
    this.#env = env;
  }
  async start(): Promise<void> {
    this.#services = [await startService(this.#env), await startService(this.#env)];
  }
  url = (n: number): string => this.#services[n % 2]?.url ?? "";
  async kill(): Promise<void> {
    const n = Math.floor(Math.random() * 2);
    await this.#services[n]?.kill();
    this.#services[n] = await startService(this.#env);
    this.kills++;
  }
  async stop(): Promise<void> {
    for (const service of this.#services) expect(await service.stop()).toBe(0);
  }
}

describe.each(databases)("$database", ({ create }) => {
  /** Makes ready plans of specs that need the one before in each group of three, and keys of two members. */
  async function begin() {
    const database = await create("empty, on disk");
    const alice = await firstKey(database.env);
    const keys: string[] = [];
    for (const name of ["bob", "carol"]) {
      const email = `${name}@acme.example`;
      const user = { email, name, workspace: "acme", role: "MEMBER" as const };
      await adminCreateUser(database.env, { ...user, createWorkspace: false, platformAdmin: false });
      const key = { email, workspace: "acme", scope: "write" as const, name: "agent" };
      for (let n = 0; n < credentials / 2; n++) keys.push((await adminCreateKey(database.env, key)).secret);
    }
    const pair = new Pair(database.env);
    await pair.start();
    const send: Send = (...given) => asker(pair.url(0), alice)(...given);
    await send("POST", "/v1/projects", { name: "Web" });
    for (let at = 0; at < specs; at += specsPerPlan) {
      const { plan } = await send<{ plan: { shortId: string } }>("POST", "/v1/projects/web/plans", {
        name: "Plan",
      });
      const bodies = Array.from({ length: specsPerPlan }, (_, n) => ({
        title: `Spec ${n}`,
        ref: String(n),
        readiness: 5,
        needsFirst: n % 3 === 0 ? [] : [String(n - 1)],
      }));
      const path = `/v1/projects/web/plans/${plan.shortId}`;
      await send("POST", `${path}/specs/batch`, { specs: bodies });
      await send("PATCH", path, { status: "READY" });
    }
    return { database, pair, keys, send };
  }

  /** Asks as an agent until an answer comes: a service that was killed may have done it or not. */
  const agentOf = (pair: Pair, keys: readonly string[], n: number) => {
    const key = keys[n % keys.length] ?? "";
    return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const idempotency = method === "GET" ? {} : { "idempotency-key": randomUUID() };
      const json = body ? { "content-type": "application/json" } : {};
      for (;;) {
        try {
          const answer = await fetch(pair.url(n) + path, {
            method,
            headers: { authorization: `Bearer ${key}`, ...json, ...idempotency, ...headers },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          const text = await answer.text();
          const isRunning = answer.status === 409 && answer.headers.has("retry-after");
          if (answer.status < 500 && !isRunning)
            return { status: answer.status, body: JSON.parse(text) } satisfies Answer;
        } catch {
          // Killed.
        }
        await sleep(50);
      }
    };
  };

  it(`${agents} agents at two services that are killed hold no spec twice, lose no completion, and write nothing with an old fence`, {
    timeout: longest,
  }, async () => {
    const { database, pair, keys, send } = await begin();
    const { twice, begin: hold, end: letGo } = holders();
    const fences = new Map<string, Set<number>>();
    const completed = new Set<string>();
    const unexpected = new Map<string, number>();
    const notExpected = (what: string, { status, body }: Answer) => {
      const key = `${what}: ${status} ${body?.error?.code ?? ""}`;
      unexpected.set(key, (unexpected.get(key) ?? 0) + 1);
    };
    let asked = 0;
    let refused = 0;

    async function work(n: number): Promise<void> {
      const agent = agentOf(pair, keys, n);
      const ask = (...given: Parameters<typeof agent>) => {
        asked++;
        return agent(...given);
      };
      while (asked < operations) {
        const taken = await ask("POST", "/v1/claims", { projectSlug: "web", budget: 0 });
        if (taken.status !== 201) {
          const { code, details } = taken.body.error;
          if (code !== "nothing_to_claim") notExpected("a claim", taken);
          if (details?.waiting === 0 && details?.held === 0) return;
          continue;
        }
        const { id, fence, specId, planShortId, specShortId }: Claim = taken.body.claim;
        hold(specId);
        const seen = fences.get(specId) ?? new Set();
        if (seen.has(fence) || completed.has(specId)) notExpected("a spec again", taken);
        fences.set(specId, seen.add(fence));
        const spec = `/v1/projects/web/plans/${planShortId}/specs/${specShortId}`;
        const header = { claim: `${id}.${fence}` };
        const written = await ask("PATCH", spec, { content: `By ${id}.` }, header);
        if (written.status !== 200) notExpected("a write under a claim", written);
        const choice = Math.random();
        letGo(specId);
        if (choice < completing) {
          const done = await ask("POST", `/v1/claims/${id}/complete`, {});
          if (done.status === 200) completed.add(specId);
          else notExpected("a completion", done);
        } else if (choice < 0.95) {
          const released = await ask("POST", `/v1/claims/${id}/release`, {});
          if (released.status !== 200) notExpected("a release", released);
        } else
          await onRows(database.env, (db) =>
            db
              .updateTable("claims")
              .set({ until: "2026-01-01T00:00:00.000Z" })
              .where("id", "=", id)
              .execute(),
          );
        const late = await ask("PATCH", spec, { title: "Too late" }, header);
        if (late.status === 409 && late.body.error.code === "claim_lost") refused++;
        else notExpected("a write with an old fence", late);
      }
    }

    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        const next = asked + calm * (0.3 + 0.7 * Math.random());
        while (asked < next && !isOver) await sleep(20);
        if (!isOver) await pair.kill();
      }
    })();
    await Promise.all(Array.from({ length: agents }, (_, n) => work(n)));
    isOver = true;
    await killing;

    expect(Object.fromEntries(unexpected)).toEqual({});
    expect(asked).toBeGreaterThanOrEqual(operations);
    expect(twice).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(pair.kills).toBeGreaterThan(0);
    await send("GET", "/v1/me");
    await pair.stop();
    const [claims, rows] = await onRows(database.env, (db) =>
      Promise.all([
        db.selectFrom("claims").select(["spec_id", "fence", "state"]).execute(),
        db.selectFrom("specs").select(["id", "status", "title"]).execute(),
      ]),
    );
    expect(claims.filter(({ state }) => state === "completed")).toHaveLength(completed.size);
    expect(claims).toHaveLength([...fences.values()].reduce((sum, { size }) => sum + size, 0));
    expect(rows.filter(({ title }) => title === "Too late")).toEqual([]);
    const done = rows.filter(({ status }) => status === "DONE").map(({ id }) => id);
    expect(new Set(done)).toEqual(completed);
    expect(await eventChain(database.env)).toBe("whole");
    await database.drop();
  });

  it("without claims the same agents hold specs twice, so that the check above can fail", async () => {
    const { database, pair, keys } = await begin();
    const { twice, begin: hold } = holders();
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const ask = agentOf(pair, keys, n);
        const { specs: next } = (await ask("GET", "/v1/next?projectSlug=web&limit=3")).body;
        for (const { id, planShortId, specShortId } of next as NextSpec[]) {
          const path = `/v1/projects/web/plans/${planShortId}/specs/${specShortId}`;
          const { spec } = (await ask("GET", path)).body;
          const header = { "if-match": `"${spec.revision}"` };
          const answer = await ask("PATCH", path, { status: "IN_PROGRESS" }, header);
          if (answer.status === 200) hold(id);
        }
      }),
    );
    await pair.stop();
    await database.drop();
    expect(twice.length).toBeGreaterThan(0);
  }, 60_000);
});

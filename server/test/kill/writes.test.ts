import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../databases.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const kills = process.env.LONG ? 200 : 2;
const writers = 8;

describe.each(databases)("$database", ({ create }) => {
  let database: TestDatabase;
  let key: string;
  beforeAll(async () => {
    database = await create("empty, on disk");
    key = await firstKey(database.env);
  });
  afterAll(() => database.drop());

  const send = (service: Service, method: string, path: string, body?: unknown, idempotencyKey = "") =>
    fetch(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it(`loses no acknowledged write in ${kills} kills at random moments, and repeats none`, async () => {
    const acknowledged = new Set<string>();
    const doubtful = new Set<string>();
    const specs = "/v1/projects/web/plans/PLAN-1/specs";
    let service = await startService(database.env);
    await send(service, "POST", "/v1/projects", { name: "Web" });
    await send(service, "POST", "/v1/projects/web/plans", { name: "Plan" });

    const write = async (title: string) => {
      doubtful.add(title);
      const answer = await send(service, "POST", specs, { title }, title);
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      doubtful.delete(title);
      acknowledged.add(title);
    };
    for (let kill = 0; kill < kills; kill++) {
      let alive = true;
      const work = Array.from({ length: writers }, async () => {
        while (alive) await write(randomUUID()).catch(() => sleep(1));
      });
      await sleep(20 + Math.random() * 150);
      const killed = service.kill();
      // Nothing may be sent to its port, which another test may soon use.
      alive = false;
      await killed;
      await Promise.all(work);
      service = await startService(database.env);
      for (const title of [...doubtful]) await write(title);
    }

    const found: { title: string; shortId: string }[] = [];
    for (let cursor = ""; ; ) {
      const answer = await send(service, "GET", `${specs}?limit=200${cursor}`);
      const page = (await answer.json()) as { specs: typeof found; nextCursor?: string };
      found.push(...page.specs);
      if (!page.nextCursor) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(await service.stop()).toBe(0);
    const titles = found.map((spec) => spec.title);
    expect(acknowledged.size).toBeGreaterThan(kills);
    expect(acknowledged.difference(new Set(titles)).size, "acknowledged and lost").toBe(0);
    expect(titles.length, "made twice").toBe(new Set(titles).size);
    expect(new Set(titles).difference(acknowledged).size, "never asked for").toBe(0);
    expect(new Set(found.map((spec) => spec.shortId)).size, "handles used twice").toBe(found.length);
    expect(await eventChain(database.env)).toBe("whole");
  }, 1_800_000);
});

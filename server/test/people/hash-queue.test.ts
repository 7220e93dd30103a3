import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Browser, signedInBrowser } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

// Threads don't depend on the database, and each run queues more than a hundred hashes.
const some = process.env.LONG ? databases : databases.slice(0, 1);

describe.each(some)("password hashes, on $database", ({ create }) => {
  const world = setUpWorld(create);
  beforeAll(() => signedInBrowser(world, world.bob));
  afterEach(() => void vi.restoreAllMocks());

  function hashed() {
    const tasks: { password: string; hash: string | null }[] = [];
    const postMessage = Worker.prototype.postMessage;
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, ...args) {
      if (args[0] && typeof args[0] === "object" && "password" in args[0]) tasks.push(args[0]);
      return postMessage.apply(this, args);
    });
    return tasks;
  }

  it("an unknown address costs one check of a hash, like a wrong password", async () => {
    await new Browser(world, "203.0.113.1").signIn("first@acme.example", "wrong word 1");
    const tasks = hashed();
    const costs = [];
    for (const email of [world.bob.email, "nobody@acme.example"]) {
      expect((await new Browser(world, "203.0.113.1").signIn(email, "wrong word 2")).status).toBe(401);
      costs.push(tasks.splice(0).map(({ hash }) => hash?.split("$").slice(0, 4)));
    }
    expect(costs[0]).toEqual([["", "argon2id", "v=19", "m=19456,t=2,p=1"]]);
    expect(costs[1]).toEqual(costs[0]);
  });

  it("are queued, at most a hundred: later requests must retry, and nobody is locked out", async () => {
    const tries = Array.from({ length: atOnce + 100 + 60 }, (_, n) =>
      new Browser(world, `198.51.100.${n}`).signIn(`person-${n}@acme.example`, "wrong word 3"),
    );
    const answers = await Promise.all(tries);
    const refused = answers.filter(({ status }) => status === 503);
    // Some finish while the last ones arrive.
    const checked = answers.filter(({ status }) => status === 401);
    expect(checked.length).toBeGreaterThanOrEqual(atOnce + 100);
    expect(refused.length).toBeGreaterThan(0);
    expect(checked.length + refused.length).toBe(answers.length);
    for (const answer of refused) {
      expectError(answer, "unavailable");
      expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    }
    expect((await new Browser(world, "203.0.113.2").signIn(world.bob.email)).status).toBe(200);
  });
});

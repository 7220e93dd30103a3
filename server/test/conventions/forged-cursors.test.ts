import { hash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectInvalid } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";

/** Creates a cursor, which anybody can: cursors aren't signed. */
function forged(list: string, key: readonly unknown[]): string {
  const payload = JSON.stringify(key);
  const check = hash("sha256", `${list}\n${payload}`, "base64url").slice(0, 12);
  return Buffer.from(check + payload).toString("base64url");
}

const keyIn = (cursor: string): (string | number)[] =>
  JSON.parse(Buffer.from(cursor, "base64url").toString("utf8").slice(12));

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  const project = "/v1/projects/web";
  const plan = `${project}/plans/PLAN-1`;
  /** Addresses of lists with numeric keys, and the seals of their cursors. */
  const lists = new Map<string, string>();
  beforeAll(async () => {
    const { alice } = world;
    const { id: projectId } = (await alice.post("/v1/projects", { name: "Web" })).body.project;
    const { id: planId } = (await alice.post(`${project}/plans`, { name: "Plan" })).body.plan;
    const specs = ["One", "Two"].map((title) => ({ title, content: "An otter." }));
    const made = await alice.post(`${plan}/specs/batch`, { specs });
    await alice.patch(`${plan}/specs/SPEC-1`, { title: "Changed" });
    const { workspace } = (await alice.get("/v1/me")).body;
    lists.set("/v1/search?q=otter", 'search.find ["otter",null,null]');
    lists.set(`${plan}/specs?`, `specs.list ${planId} `);
    lists.set(`${plan}/specs/SPEC-1/versions?`, `specs.versions ${made.body.specs[0].id}`);
    lists.set("/v1/next?projectSlug=web", `next.list ${projectId}    `);
    lists.set("/v1/skills?", `skills ${workspace.id} `);
    lists.set("/v1/connectors?", "connectors.list");
  });

  it("a forged cursor with a text instead of a number is 400", async () => {
    for (const [address, list] of lists) {
      const { nextCursor } = (await world.alice.get(`${address}&limit=1`)).body;
      const key = keyIn(nextCursor);
      expect(forged(list, key), list).toBe(nextCursor);
      for (const [at, part] of key.entries())
        for (const text of typeof part === "number" ? ["x", "1", "1.5", "1e300"] : []) {
          const cursor = forged(list, key.with(at, text));
          expectInvalid(await world.alice.get(`${address}&cursor=${cursor}`), ["/cursor"], `${list} ${text}`);
        }
    }
  });

  it("a forged cursor with numbers that a search never gave answers a page", async () => {
    const list = lists.get("/v1/search?q=otter") ?? "";
    const largest = 2 ** 31 - 1;
    for (const key of [
      [],
      [0],
      [-1, -1],
      [largest, -largest, -largest, largest],
      [1, 2, 3, 4, 5],
      [largest, 0, 4, 1],
    ]) {
      const answer = await world.alice.get(`/v1/search?q=otter&cursor=${forged(list, key)}`);
      expect(answer.status, JSON.stringify(key)).toBe(200);
    }
  });
});

import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { source } from "../../src/modules/imports/scene.test-support.ts";
import { newPlan } from "../../src/modules/plans/scene.test-support.ts";
import { listen } from "../../src/outbound/testing.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { form, formHeaders } from "../form.ts";
import { openWorld, type Person, setUpWorld } from "../world.ts";

const quotaBytes = 100_000;

describe.each(databases)("the capacity of a workspace, on $database", ({ create }) => {
  const world = setUpWorld(create, {
    jobs: "off",
    env: { GROUNDPLAN_WORKSPACE_BYTES: String(quotaBytes), GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" },
    project: "Web",
  });

  const used = async (who = world.alice) => (await who.get("/v1/workspace")).body.storage.usedBytes;
  const add = (title: string, length: number, who: Person = world.bob, headers = {}) =>
    who.post("/v1/context", { title, text: "a".repeat(length) }, headers);
  const upload = (file: string, length: number) =>
    world.bob.post(
      "/v1/context/upload",
      form([{ file, type: "text/plain", body: file.repeat(length / file.length) }]),
      formHeaders,
    );
  const files = () => world.context.db.selectFrom("files").select("id").execute();

  it("admits texts and files up to the setting, and one more is 413 and leaves nothing", async () => {
    expect((await world.vera.get("/v1/workspace")).body.storage).toEqual({ usedBytes: 0, quotaBytes });
    const key = { "idempotency-key": "the-first-text" };
    const first = await add("First", 60_000, world.bob, key);
    expect(first.status).toBe(201);
    expect(await used()).toBe(60_000);

    const refused = await upload("large.txt ", 50_000);
    expectError(refused, "quota_exceeded");
    expect(refused.body.error.details).toEqual({ quotaBytes });
    expect(await files()).toEqual([]);
    expect((await upload("small.txt ", 30_000)).status).toBe(201);
    expect(await used()).toBe(90_000);

    expectError(await add("Second", 10_001), "quota_exceeded");
    const path = `/v1/context/${first.body.source.id}`;
    expectError(await world.bob.patch(path, { text: "b".repeat(70_001) }), "quota_exceeded");
    const plan = await newPlan(world.bob, "/v1/projects/web");
    const site = form([{ file: "index.html", type: "text/html", body: "<p>".repeat(4000) }]);
    expectError(await world.bob.put(`${plan.path}/prototype`, site, formHeaders), "quota_exceeded");
    expect(await used()).toBe(90_000);

    // Requests without bytes still work, a replay gets its answer, and other workspaces have their own
    // capacity.
    expect((await world.bob.patch(path, { title: "Renamed" })).status).toBe(200);
    const again = await add("First", 60_000, world.bob, key);
    expect([again.status, again.body.source.id]).toEqual([201, first.body.source.id]);
    expect((await add("Elsewhere", 60_000, world.mallory)).status).toBe(201);
    expect([await used(), await used(world.mallory)]).toEqual([90_000, 60_000]);
  });

  it("is not exceeded by simultaneous uploads", async () => {
    const statuses = await Promise.all(
      ["one ", "two "].map(async (file) => (await upload(file, 8000)).status),
    );
    expect(statuses.toSorted()).toEqual([201, 413]);
    expect(await used()).toBe(98_000);
  });

  it("lets a full workspace shorten its texts and write what brings none, and refuses the rest for other reasons first", async () => {
    const { id } = (await add("Short", 2000)).body.source;
    expect(await used()).toBe(quotaBytes);
    const path = `/v1/context/${id}`;
    expect((await world.bob.patch(path, { text: "b".repeat(1999) })).status).toBe(200);
    expect((await world.bob.patch(path, { text: "語".repeat(2000) })).status).toBe(200);
    expectError(await world.bob.patch(path, { text: "b".repeat(2001) }), "quota_exceeded");
    const send = (more: object) =>
      world.bob.post("/v1/projects/web/imports", { plans: [source("big", "x".repeat(5000))], ...more });
    const sources = [{ externalRef: "big/notes", title: "Notes", text: "x" }];
    expectError(await send({ sources }), "quota_exceeded");
    expect((await send({})).status).toBe(200);

    const text = { title: "Refused", text: "x".repeat(5000) };
    expectError(await world.vera.post("/v1/context", text), "forbidden");
    expectError(await world.bob.post("/v1/projects/none/context", text), "not_found");
    expectError(await world.bob.post("/v1/context", { ...text, title: "Short" }), "title_taken");
    expect((await world.bob.delete(path)).status).toBe(200);
  });

  it("holds pages, too, and a shorter one can be read again", async () => {
    let page = "";
    const site = await listen((_request: unknown, response: ServerResponse) =>
      response.writeHead(200, { "content-type": "text/plain" }).end(page),
    );
    const read = (length: number) => {
      page = "p".repeat(length);
      return world.bob.post("/v1/context/url", { url: site.url, title: `Page of ${length}` });
    };
    expectError(await read(2001), "quota_exceeded");
    expectError(await read(90_000), "quota_exceeded");
    const { status, body } = await read(2000);
    expect([status, await used()]).toEqual([201, quotaBytes]);
    const path = `/v1/context/${body.source.id}`;
    const again = (length: number) => {
      page = "q".repeat(length);
      return world.bob.post(`${path}/refresh`);
    };
    expectError(await again(2001), "quota_exceeded");
    expect((await again(2000)).status).toBe(200);
    expect((await again(1000)).status).toBe(200);
    expect(await used()).toBe(quotaBytes - 1000);
    expect((await world.bob.delete(path)).status).toBe(200);
    await site.close();
  });

  it("is free again after deletions", async () => {
    const { sources } = (await world.bob.get("/v1/context")).body;
    const renamed = sources.find(({ title }: { title: string }) => title === "Renamed");
    expect((await world.bob.delete(`/v1/context/${renamed.id}`)).status).toBe(200);
    expect(await used()).toBe(38_000);
    expect((await add("Second", 10_001)).status).toBe(201);
  });
});

describe.each(databases)("the text of a file in a full workspace, on $database", ({ create }) => {
  it("is left out, which the source says, and the file stays", async () => {
    const world = await openWorld(create, { env: { GROUNDPLAN_WORKSPACE_BYTES: String(quotaBytes) } });
    const upload = async (file: string, length: number) => {
      const sent = form([{ file, type: "text/plain", body: "words".repeat(length / 5) }]);
      return (await world.bob.post("/v1/context/upload", sent, formHeaders)).body.sources[0].id as string;
    };
    const read = async (id: string) => (await world.bob.get(`/v1/context/${id}`)).body.source;
    const large = await upload("large.txt", 60_000);
    const stateOf = async (id: string) => (await read(id)).enrichment.status;
    await expect.poll(() => stateOf(large)).toBe("failed");
    const { enrichment, textChars, degraded, hasFile } = await read(large);
    expect({ textChars, degraded, hasFile }).toEqual({ textChars: 0, degraded: true, hasFile: true });
    expect(enrichment.reason).toContain("exceed the workspace's storage quota");
    const small = await upload("small.txt", 20_000);
    await expect.poll(() => stateOf(small)).toBe("done");
    expect((await world.bob.get("/v1/workspace")).body.storage.usedBytes).toBe(quotaBytes);
    await world.close();
  });
});

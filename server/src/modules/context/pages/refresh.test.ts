import { describe, expect, it, vi } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { createOutbound } from "../../../outbound/client.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { type Answerer, article, html, openScene, project, redirect, send } from "./scene.test-support.ts";

const tagged =
  (words: string, etag: string): Answerer =>
  (request, response) => {
    if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ...html, etag }).end(article(words));
  };

describe.each(databases)("pages that are read again, on $database", ({ create }) => {
  const scene = openScene(create);
  const etagOf = async (path: string) => String((await scene.world.alice.get(path)).headers.etag);

  it("without changes stay as they are, without a revision or event, by their ETag or by their text", async () => {
    scene.answer = tagged("First.", '"one"');
    const added = await scene.add();
    const before = await scene.enriched(added);
    expect(await scene.refresh(added)).toMatchObject({ status: 200, body: { source: before } });
    expect(scene.site.requests.at(-1)?.headers["if-none-match"]).toBe('"one"');
    scene.answer = tagged("First.", 'W/"two"');
    expect((await scene.refresh(added)).body.source).toEqual(before);
    await scene.refresh(added);
    expect(scene.site.requests.at(-1)?.headers["if-none-match"]).toBe('W/"two"');
    expect(await scene.read(added)).toEqual(before);
    expect(await scene.events(added)).toEqual(["created"]);
  });

  it("with changes get a new revision and an event, and keep title, folder and own description", async () => {
    scene.answer = send(article("First."));
    const added = await scene.add("/", { title: "My own title", folderPath: "a/b" });
    const path = `${project}/context/${added.body.source.id}`;
    const { tokenCount } = await scene.enriched(added);
    scene.answer = send(article("Second, which is quite a bit longer."));
    const { status, body } = await scene.refresh(added);
    expect(status).toBe(200);
    expect(body.source).toMatchObject({ title: "My own title", folderPath: "a/b", revision: 2 });
    expect(body.source.text).toContain("Second, which");
    expect(body.source.textChars).toBe(body.source.text.length);
    const after = await scene.enriched(added);
    expect(after.description).toContain("Second");
    expect(after.tokenCount).toBeGreaterThan(tokenCount);
    await scene.world.alice.patch(path, { description: "Mine" });
    scene.answer = send(article("Third."));
    await scene.refresh(added);
    expect(await scene.enriched(added)).toMatchObject({ description: "Mine", revision: 3 });
    expect(await scene.events(added)).toEqual(["created", "updated", "updated", "updated"]);
  });

  it("are found by their new words, and no longer by their old ones", async () => {
    const found = async (q: string) =>
      (await scene.world.alice.get(`/v1/search?q=${q}`)).body.results.map(({ id }: { id: string }) => id);
    scene.answer = send(article("Zweimastschoner."));
    const added = await scene.add();
    const { id } = added.body.source;
    expect(await found("zweimastschoner")).toEqual([id]);
    scene.answer = send(article("Dreimastbark."));
    await scene.refresh(added);
    expect([await found("zweimastschoner"), await found("dreimastbark")]).toEqual([[], [id]]);
    await scene.world.alice.delete(`${project}/context/${id}`);
    expect(await found("dreimastbark")).toEqual([]);
  });

  it("under an `Idempotency-Key` are read once, however long the page takes to answer", async () => {
    scene.answer = send(article("Before."));
    const added = await scene.add();
    const asked = Promise.withResolvers<() => void>();
    scene.answer = (request, response) => asked.resolve(() => send(article("After."))(request, response));
    const intervals = vi.spyOn(globalThis, "setInterval");
    const key = { "idempotency-key": "slow-refresh" };
    const first = scene.refresh(added, project, key);
    const answerNow = await asked.promise;
    const lock = { locked_until: new Date(Date.now() - 1).toISOString() };
    await withRows(scene.world, (db) =>
      db.updateTable("idempotency_keys").set(lock).where("key", "=", "slow-refresh").execute(),
    );
    intervals.mock.calls.find(([, every]) => every === 20_000)?.[0]();
    intervals.mockRestore();
    scene.answer = send(article("Twice."));
    expect(outcome(await scene.refresh(added, project, key))).toBe("409 idempotency_conflict");
    answerNow();
    expect((await first).body.source.text).toContain("After.");
    const again = await scene.refresh(added, project, key);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect((await scene.read(added)).text).toContain("After.");
  });

  it("keep a title that a person sets meanwhile, and both changes count", async () => {
    scene.answer = send(article("Before."));
    const added = await scene.add();
    const path = `${project}/context/${added.body.source.id}`;
    scene.answer = (request, response) => {
      void scene.world.bob
        .patch(path, { title: "Edited meanwhile", folderPath: "moved" })
        .then(() => send(article("After."))(request, response));
    };
    const { body } = await scene.refresh(added);
    expect(body.source).toMatchObject({ title: "Edited meanwhile", folderPath: "moved", revision: 3 });
    expect(body.source.text).toContain("After.");
  });

  it("that can't be read keep their old text: 502 or 504", async () => {
    scene.answer = send(article("Stays."));
    const added = await scene.add();
    const before = await scene.enriched(added);
    const outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 500 });
    scene.world.context.outbound = outbound;
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    for (const [expected, fails] of [
      ["502 upstream_error status", (_request, response) => response.writeHead(503).end()],
      ["502 upstream_error status", (_request, response) => response.writeHead(304).end()],
      ["502 upstream_error status", send(png, { "content-type": "image/png" })],
      ["502 upstream_error status", send("")],
      ["502 upstream_error blocked_address", redirect("http://[fe80::1]/")],
      ["504 upstream_timeout timeout", () => {}],
    ] satisfies [string, Answerer][]) {
      scene.answer = fails;
      const failed = await scene.refresh(added);
      const { provider, reason } = failed.body.error.details;
      expect([`${outcome(failed)} ${reason}`, provider]).toEqual([expected, `127.0.0.1:${scene.site.port}`]);
      expect(await scene.read(added)).toEqual(before);
    }
    await outbound.close();
  });

  it("are refreshed in their own scope, by members who may change them, and only if they have an address", async () => {
    const { alice, bob, vera } = scene.world;
    scene.answer = send(article("Somewhere."));
    const plan = await newPlan(alice, project, {});
    const team = await scene.add("/", {}, "/v1");
    const calls = scene.site.requests.length;
    for (const path of [project, plan.path])
      expect(outcome(await scene.refresh(team, path))).toBe("409 inherited_source");
    expect(outcome(await vera.post(`/v1/context/${team.body.source.id}/refresh`))).toBe("403 forbidden");
    const pasted = await alice.post(`${project}/context`, { title: "Pasted", text: "Text." });
    const file = form([{ file: "uploaded.txt", body: "Text." }]);
    const uploaded = await alice.post(`${project}/context/upload`, file, formHeaders);
    expect(outcome(await scene.refresh(pasted))).toBe("409 not_a_url");
    expect(outcome(await scene.refresh({ ...uploaded, body: { source: uploaded.body.sources[0] } }))).toBe(
      "409 not_a_url",
    );
    const ofPlan = await scene.add("/", {}, plan.path);
    await alice.post(`${plan.path}/archive`);
    expect(outcome(await scene.refresh(ofPlan, plan.path))).toBe("409 plan_archived");
    expect(scene.site.requests.length).toBe(calls + 1);
    expect(outcome(await bob.post(`/v1/context/${team.body.source.id}/refresh`))).toBe("200");
  });

  it("honor If-Match, before the page is fetched and after", async () => {
    scene.answer = send(article("First."));
    const added = await scene.add();
    const path = `${project}/context/${added.body.source.id}`;
    const stale = await etagOf(path);
    await scene.world.alice.patch(path, { title: "Renamed for If-Match" });
    const calls = scene.site.requests.length;
    const refused = await scene.refresh(added, project, { "if-match": stale });
    expect(outcome(refused)).toBe("412 precondition_failed");
    expect(refused.body.error.details).toEqual({ revision: 2 });
    expect(scene.site.requests.length).toBe(calls);
    scene.answer = (request, response) => {
      void scene.world.bob
        .patch(path, { title: "Renamed meanwhile" })
        .then(() => send(article("Second."))(request, response));
    };
    const late = await scene.refresh(added, project, { "if-match": await etagOf(path) });
    expect(outcome(late)).toBe("412 precondition_failed");
    expect(await scene.read(added)).toMatchObject({ title: "Renamed meanwhile", revision: 3 });
    scene.answer = send(article("Second."));
    const done = await scene.refresh(added, project, { "if-match": await etagOf(path) });
    expect(outcome(done)).toBe("200");
    expect(done.headers.etag).toMatch(/^"4-/);
    // Each step of a source's reading changes its tag.
    await scene.enriched(added);
    const unchanged = await scene.refresh(added, project, { "if-match": await etagOf(path) });
    expect(unchanged.headers.etag).toBe(await etagOf(path));
  });

  it("and no longer need a browser are whole again, even if their words are the same", async () => {
    scene.answer = send("<p>Loading</p><script src=/app.js></script>");
    const added = await scene.add();
    scene.answer = send("<p>Loading</p>");
    expect((await scene.refresh(added)).body.source).toMatchObject({ degraded: false, text: "Loading" });
    expect(await scene.enriched(added)).toMatchObject({ enrichment: { status: "done", reason: "" } });
  });

  it("are gone if they are deleted meanwhile: 404", async () => {
    scene.answer = send(article("Doomed."));
    const added = await scene.add();
    scene.answer = (request, response) => {
      void scene.world.alice
        .delete(`${project}/context/${added.body.source.id}`)
        .then(() => send(article("Too late."))(request, response));
    };
    expect(outcome(await scene.refresh(added))).toBe("404 not_found");
  });

  it("leave a file alone that replaces them meanwhile: 409", async () => {
    scene.answer = send(article("A page."));
    const added = await scene.add("/", { title: "replaced.txt" });
    const parts = form([
      { file: "replaced.txt", body: "A file." },
      { name: "onConflict", body: "replace" },
    ]);
    scene.answer = (request, response) => {
      void scene.world.alice
        .post(`${project}/context/upload`, parts, formHeaders)
        .then(() => send(article("Too late."))(request, response));
    };
    expect(outcome(await scene.refresh(added))).toBe("409 not_a_url");
    const read = await scene.enriched(added);
    expect(read).toMatchObject({ sourceKind: "UPLOADED", hasFile: true, url: null });
    expect(read.text.trim()).toBe("A file.");
  });

  it("answer 403 to a person who lost the right meanwhile, and stay as they are", async () => {
    const { alice, bob, carol } = scene.world;
    const plan = await newPlan(alice, project, { visibility: "PRIVATE" });
    await alice.put(`${plan.path}/shares/${bob.userId}`, { capability: "EDIT" });
    scene.answer = send(article("Before."));
    const added = await scene.add("/", {}, plan.path);
    const path = `${plan.path}/context/${added.body.source.id}`;
    scene.answer = (request, response) => {
      void alice
        .put(`${plan.path}/shares/${bob.userId}`, { capability: "READ" })
        .then(() => send(article("After."))(request, response));
    };
    expect(outcome(await bob.post(`${path}/refresh`))).toBe("403 forbidden");
    expect((await bob.get(path)).body.source).toMatchObject({ revision: 1 });
    expect(outcome(await carol.post(`${path}/refresh`))).toBe("404 not_found");
  });
});

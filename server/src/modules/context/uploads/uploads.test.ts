import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { form, formHeaders, type Part } from "../../../../test/form.ts";
import { readHere } from "../../../../test/read-here.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { presentWithText } from "../present.ts";
import { sourceOfId } from "../store.ts";

const project = "/v1/projects/web";

describe.each(databases)("uploaded sources, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const upload = (who: Person, path: string, parts: readonly Part[], headers = {}) =>
    who.post(`${path}/context/upload`, form(parts), { ...formHeaders, ...headers });
  const text = (file: string, body: string | Buffer): Part => ({ file, type: "text/plain", body });
  const enriched = async (path: string) => {
    for (;;) {
      const { status, body } = await world.alice.get(path);
      // A long text is read in this process, so that PostgreSQL may seem silent meanwhile.
      if (status !== 503 && !["pending", "running"].includes(body.source.enrichment.status))
        return body.source;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const sourceRow = async (id: string) =>
    sourceOfId(world.context.db, (await world.alice.get("/v1/me")).body.workspace.id, id);
  const files = async () =>
    (await world.context.db.selectFrom("files").select("id").execute()).map(({ id }) => id);

  it("are added at three scopes, read by a job, and downloaded unchanged", async () => {
    const { alice, bob } = world;
    const plan = await newPlan(alice, project, {});
    for (const path of ["/v1", project, plan.path]) {
      const answer = await upload(alice, path, [text("Fées *1*.txt", "Hello there.\n")]);
      expect(outcome(answer)).toBe("201");
      const [source] = answer.body.sources;
      expect(source).toMatchObject({
        title: "Fées *1*.txt",
        sourceKind: "UPLOADED",
        hasFile: true,
        sizeBytes: 13,
      });
      const own = `${path}/context/${source.id}`;
      const read = await enriched(own);
      expect(read).toMatchObject({ degraded: false, enrichment: { status: "done", reason: "" } });
      expect(read.text.trim()).toBe("Hello there.");
      expect(read.tokenCount).toBeGreaterThan(1);
      const file = await bob.get(`${own}/file`);
      expect(file.body).toBe("Hello there.\n");
      expect(file.headers).toMatchObject({
        "content-type": "text/plain",
        "content-length": "13",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
        "content-disposition": expect.stringMatching(
          /^attachment; .*filename\*=UTF-8''F%C3%A9es%20%2A1%2A\.txt$/,
        ),
      });
      // A direction mark would show another extension than the file has.
      const renamed = await bob.patch(own, { title: "Fees \u202etxt.exe" });
      expect(outcome(renamed)).toBe("200");
      const { headers } = await bob.get(`${own}/file`);
      expect(headers["content-disposition"]).toMatch(/filename\*=UTF-8''Fees%20txt\.exe$/);
    }
    const pasted = (await alice.post("/v1/context", { title: "Pasted", text: "" })).body.source;
    expect(outcome(await alice.get(`/v1/context/${pasted.id}/file`))).toBe("404 not_found");
  });

  it("that conflict store nothing of the request, or replace, rename or skip, as `onConflict` says", async () => {
    const { alice } = world;
    const plan = await newPlan(alice, project, {});
    const [first] = (await upload(alice, plan.path, [text("a.txt", "one")])).body.sources;
    const both = [text("new.txt", "new"), text("a.txt", "two")];
    const how = (onConflict: string) => [{ name: "onConflict", body: onConflict }, ...both.slice(1)];
    expect(outcome(await upload(alice, plan.path, both))).toBe("409 title_taken");
    expect(
      (await alice.get(`${plan.path}/context`)).body.sources.filter(
        ({ scope }: { scope: string }) => scope === "PLAN",
      ),
    ).toHaveLength(1);
    const own = `${plan.path}/context/${first.id}`;
    await enriched(own);
    const skipped = (await upload(alice, plan.path, how("skip"))).body.sources;
    expect(skipped).toEqual([expect.objectContaining({ id: first.id, skipped: true, sizeBytes: 3 })]);
    expect((await alice.get(`${own}/file`)).body).toBe("one");
    const kept = (await upload(alice, plan.path, how("keep_both"))).body.sources;
    expect(kept).toMatchObject([{ title: "a (2).txt", keptBothAs: "a (2).txt" }]);
    const replaced = (await upload(alice, plan.path, how("replace"))).body.sources;
    expect(replaced).toMatchObject([{ id: first.id, title: "a.txt", replaced: true }]);
    expect(await enriched(own)).toMatchObject({ text: expect.stringContaining("two"), revision: 2 });
    expect((await alice.get(`${own}/file`)).body).toBe("two");
    expect(outcome(await upload(alice, plan.path, how("nonsense")))).toBe("400 invalid_request");
  });

  it("that replace others keep the old text for readers that have just read its row, until the next change", async () => {
    const { alice, context } = world;
    const replace = { name: "onConflict", body: "replace" };
    const [{ id }] = (await upload(alice, project, [text("read.txt", "one")])).body.sources;
    const own = `${project}/context/${id}`;
    await enriched(own);
    const { id: workspaceId } = (await alice.get("/v1/me")).body.workspace;
    const justRead = await sourceOfId(context.db, workspaceId, id);
    if (!justRead) throw new Error("the source is gone");
    const goesOn = async () => (await presentWithText(context.db, justRead)).text;
    await upload(alice, project, [replace, text("read.txt", "two")]);
    expect((await enriched(own)).text).toBe("two");
    expect(await goesOn()).toBe("one");
    await upload(alice, project, [replace, text("read.txt", "three")]);
    expect((await enriched(own)).text).toBe("three");
    expect(await goesOn()).toBe("");
  });

  it("show at a plan's path whether the plan uses them, whatever `onConflict` did", async () => {
    const plan = await newPlan(world.alice, project, {});
    const send = async (...how: string[]) => {
      const fields = how.map((body) => ({ name: "onConflict", body }));
      return (await upload(world.alice, plan.path, [...fields, text("used.txt", "one")])).body.sources[0];
    };
    const { id, active } = await send();
    expect(active).toBe(true);
    for (const used of [false, true]) {
      await world.alice.put(`${plan.path}/context/${id}/active`, { active: used });
      expect(await send("skip")).toMatchObject({ id, skipped: true, active: used });
      expect(await send("replace")).toMatchObject({ id, replaced: true, active: used });
      expect(await send("keep_both")).toMatchObject({ active: true });
    }
    await upload(world.alice, project, [text("used.txt", "one")]);
    const skip = [{ name: "onConflict", body: "skip" }, text("used.txt", "two")];
    expect((await upload(world.alice, project, skip)).body.sources[0]).not.toHaveProperty("active");
  });

  it("have a safe title, whatever their name", async () => {
    for (const [name, title] of [
      ["../../etc/passwd", "passwd"],
      ["C:\\\\temp\\\\x.txt", "x.txt"],
      ["a\u202etxt.exe", "atxt.exe"],
      [`${"x".repeat(300)}.md`, `${"x".repeat(197)}.md`],
    ] as const) {
      const answer = await upload(world.alice, "/v1", [
        text(name, "x"),
        { name: "folderPath", body: "names" },
      ]);
      expect(answer.body.sources?.[0]?.title).toBe(title);
    }
    for (const name of ["\u202e", "..", ".", "a/..", " . ", "...", "…..", "\u202e..\u202e"])
      expect(outcome(await upload(world.alice, "/v1", [text(name, "x")])), name).toBe("400 invalid_request");
  });

  it("without readable content are skipped or failed with a reason", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    for (const [file, status] of [
      [text("empty.txt", ""), "skipped"],
      [{ file: "a.png", type: "image/png", body: png }, "skipped"],
      [{ file: "broken.pdf", type: "application/pdf", body: "%PDF-1.7\n\x00\x01\x02" }, "failed"],
    ] as const) {
      const [source] = (await upload(world.alice, "/v1", [file])).body.sources;
      const read = await enriched(`/v1/context/${source.id}`);
      expect([file.file, read.enrichment.status]).toEqual([file.file, status]);
      expect(read.enrichment.reason).not.toBe("");
      expect(read).toMatchObject({ degraded: status === "failed", description: null });
      if (file.file === "a.png") expect(read.pictureCount, "a picture without anything to read").toBe(1);
      expect(read.text ?? "").toBe("");
      // Removing the description starts a new search for one, which finds the reason again.
      const own = `/v1/context/${source.id}`;
      for (const description of ["Mine", null]) await world.alice.patch(own, { description });
      expect((await enriched(own)).enrichment).toEqual(read.enrichment);
      // A text that replaces a file inherits its description, unless a person wrote it.
      const [before] = (await upload(world.alice, project, [text(file.file ?? "", "Told.")])).body.sources;
      const replaced = `${project}/context/${before.id}`;
      expect((await enriched(replaced)).description).toBe("Told.");
      const replace = { name: "onConflict", body: "replace" };
      await upload(world.alice, project, [replace, file]);
      expect(await enriched(replaced)).toMatchObject({ description: null, degraded: status === "failed" });
      await world.alice.patch(replaced, { description: "Mine" });
      await upload(world.alice, project, [replace, file]);
      expect(await enriched(replaced)).toMatchObject({ description: "Mine", enrichment: { status } });
    }
  });

  it("are refused if they are too large or too many, no form, or incomplete, and nothing of them is stored", async () => {
    const { alice, vera } = world;
    const before = await files();
    const many = Array.from({ length: 101 }, (_, n) => text(`${n}.txt`, ""));
    const send = (body: unknown, type: string) =>
      alice.post("/v1/context/upload", body, { "content-type": type });
    expect(outcome(await upload(alice, "/v1", [text("big", Buffer.alloc(33 * 2 ** 20))]))).toBe(
      "413 payload_too_large",
    );
    expect(outcome(await upload(alice, "/v1", many))).toBe("413 payload_too_large");
    expect(outcome(await send("{}", "application/json"))).toBe("415 unsupported_media_type");
    expect(outcome(await send(form([text("a", "b")], ""), formHeaders["content-type"]))).toBe(
      "400 invalid_request",
    );
    expect(outcome(await send(form([]), "multipart/form-data"))).toBe("400 invalid_request");
    expect(outcome(await upload(alice, "/v1", []))).toBe("400 invalid_request");
    expect(outcome(await upload(vera, "/v1", [text("vera.txt", "vera's own")]))).toBe("403 forbidden");
    const left = (await files()).filter((id) => !before.includes(id));
    expect(left.length).toBeLessThanOrEqual(1); // The first empty file, which the sweep deletes.
  });

  it("are repeated under an `Idempotency-Key`, which compares names, contents and fields", async () => {
    const key = { "idempotency-key": "upload" };
    const first = await upload(world.alice, project, [text("key.txt", "key")], key);
    const again = await upload(world.alice, project, [text("key.txt", "key")], key);
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const other = await upload(world.alice, project, [text("key.txt", "other")], key);
    expect(other.status).toBeGreaterThanOrEqual(400);
  });

  it("of a client that stops midway leave nothing", async () => {
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = world.app.server.address() as { port: number };
    const before = await files();
    const whole = form([text("half.txt", Buffer.alloc(2 ** 20, "a"))]);
    const socket = connect(port, "127.0.0.1");
    socket.write(
      `POST /v1/context/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.alice.key}\r\nContent-Type: ${formHeaders["content-type"]}\r\nContent-Length: ${whole.length}\r\n\r\n`,
    );
    socket.write(whole.subarray(0, 700_000));
    await expect.poll(async () => (await files()).length).toBeGreaterThan(before.length);
    socket.destroy();
    await expect.poll(files).toEqual(before);
  });

  it("count their characters as code points, of which up to 10,000,000 are stored", async () => {
    const [{ id }] = (await upload(world.alice, project, [text("waves.txt", "🌊".repeat(5_100_000))])).body
      .sources;
    const read = await enriched(`${project}/context/${id}`);
    expect(read).toMatchObject({ textChars: 5_100_000, degraded: false, enrichment: { reason: "" } });
  });

  it("have a text of 10,000,000 characters written in small chunks, so that others write in between", async () => {
    const { context } = world;
    const long = { title: null, tokens: 1, units: 1e7, pictures: 0, problem: null };
    const words = Buffer.alloc(1e7, "tide ").toString();
    context.extract = async () => ({ state: "done", ...long, text: words });
    const run = vi.spyOn(context.writer, "run");
    const [{ id }] = (await upload(world.alice, project, [text("long.txt", "")])).body.sources;
    await expect.poll(async () => (await sourceRow(id))?.enrichment, { interval: 100 }).toBe("done");
    context.extract = readHere;
    const sizes = run.mock.calls.map(([, input]) => JSON.stringify(input).length);
    run.mockRestore();
    expect((await sourceRow(id))?.text_chars).toBe(1e7);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(1e7);
    expect(Math.max(...sizes)).toBeLessThan(512 * 1024);
  });
});

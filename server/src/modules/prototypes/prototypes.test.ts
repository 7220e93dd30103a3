import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { form } from "../../../test/form.ts";
import { setUpWorld } from "../../../test/world.ts";
import { sweepFiles } from "../../files/sweep.ts";
import {
  newPrototypePath,
  partsOf,
  putFiles,
  putPacked,
  shareOf,
  site,
  visit,
} from "./scene.test-support.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  const paths = (answer: { body: { prototype: { files: { path: string }[] } } }) =>
    answer.body.prototype.files.map(({ path }) => path);
  const inSite = ["assets/app.css", "assets/app.js", "assets/sky.png", "docs/index.html", "index.html"];
  const count = async (table: "files" | "prototype_files" | "prototypes" | "prototype_shares") =>
    (await world.context.db.selectFrom(table).select("workspace_id").execute()).length;

  it("A prototype is uploaded as files or as an archive, and read with its files by path", async () => {
    for (const put of [putFiles, putPacked]) {
      const path = await newPrototypePath(world.alice);
      expectError(await world.alice.get(path), "not_found");
      const made = await put(world.alice, path, site);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      expect(paths(made)).toEqual(inSite);
      const { entry, bytes, files, revision } = made.body.prototype;
      expect([entry, revision]).toEqual(["index.html", 1]);
      expect(bytes).toBe(files.reduce((sum: number, file: { bytes: number }) => sum + file.bytes, 0));
      expect(files.map(({ type }: { type: string }) => type)).toEqual([
        ...["text/css", "text/javascript", "image/png", "text/html", "text/html"],
      ]);
      const read = await world.vera.get(path);
      expect(read.body).toEqual(made.body);
      expect(read.headers.etag).toBe(made.headers.etag);
      expect((await world.vera.get(path, { "if-none-match": String(read.headers.etag) })).status).toBe(304);
    }
  });

  it("A file is read by editors of the plan, as an attachment with the uploaded bytes", async () => {
    const { alice, bob, vera } = world;
    const odd = { ...site, "a b/über #1?.txt": "Text", "docs/..data/x%2Fy.svg": "<svg/>" };
    const path = await newPrototypePath(alice);
    expectError(await bob.get(`${path}/files/index.html`), "not_found");
    await putFiles(alice, path, odd);
    for (const [file, body] of Object.entries(odd)) {
      const encoded = file.split("/").map(encodeURIComponent);
      for (const address of [encoded.join("/"), encoded.join("%2F")]) {
        const answer = await visit(world, `${path}/files/${address}`, { authorization: `Bearer ${bob.key}` });
        expect(answer.status, address).toBe(200);
        expect(answer.bytes.equals(Buffer.from(body)), address).toBe(true);
        expect(answer.headers["content-disposition"]).toContain(
          `filename*=UTF-8''${encodeURIComponent(file.split("/").at(-1) ?? "")}`,
        );
        expect(answer.headers["content-type"]).not.toMatch(/html|svg|script/);
      }
    }
    expectError(await vera.get(`${path}/files/index.html`), "forbidden");
    for (const missing of ["", "docs", "docs/", "INDEX.HTML", "index.html/", "%00", "x".repeat(3000)])
      expectError(await bob.get(`${path}/files/${missing}`), "not_found");
    const decomposed = encodeURIComponent("a b/u\u0308ber #1?.txt");
    expect((await bob.get(`${path}/files/${decomposed}`)).status).toBe(200);
    expectError(await bob.put(`${path}/files/docs/index.html`, {}), "method_not_allowed");
    await bob.post(`${path.replace(/\/prototype$/, "")}/archive`);
    expect((await alice.get(`${path}/files/index.html`)).status).toBe(200);
  });

  it("An upload replaces the previous one as a whole; the same again changes nothing", async () => {
    const path = await newPrototypePath(world.alice);
    await putFiles(world.alice, path, site);
    const same = await putPacked(world.alice, path, site);
    expect([same.status, same.body.prototype.revision]).toEqual([200, 1]);
    const other = await putPacked(world.alice, path, { "start.html": "<p>New" }, "start.html");
    expect([other.status, other.body.prototype.revision]).toEqual([200, 2]);
    expect(paths(await world.alice.get(path))).toEqual(["start.html"]);
    const { entries } = (await world.alice.get("/v1/audit?type=prototype.updated&limit=2")).body;
    expect(entries).toHaveLength(2);
  });

  it("If-Match names the revision that is replaced or deleted", async () => {
    const path = await newPrototypePath(world.alice);
    const stale = { "if-match": '"7"' };
    expectError(await putFiles(world.alice, path, site, undefined, stale), "precondition_failed");
    const { etag } = (await putFiles(world.alice, path, site)).headers;
    expectError(await putFiles(world.alice, path, site, undefined, stale), "precondition_failed");
    expectError(await world.alice.delete(path, stale), "precondition_failed");
    const current = { "if-match": String(etag) };
    expect((await putFiles(world.alice, path, { "index.html": "" }, undefined, current)).status).toBe(200);
    expectError(await world.alice.delete(path, current), "precondition_failed");
    expect((await world.alice.delete(path)).body).toEqual({ deleted: true });
    expectError(await world.alice.delete(path), "not_found");
    const fresh = await putFiles(world.alice, path, site);
    expect([fresh.status, fresh.body.prototype.revision]).toEqual([201, 3]);
  });

  it("A common top-level folder is stripped if only then the entry file is found", async () => {
    const inFolder = Object.fromEntries(Object.entries(site).map(([path, body]) => [`dist/${path}`, body]));
    const litter = { "__MACOSX/dist/._index.html": "x", "dist/.DS_Store": "x" };
    for (const put of [putFiles, putPacked]) {
      const path = await newPrototypePath(world.alice);
      expect(paths(await put(world.alice, path, { ...inFolder, ...litter }))).toEqual(inSite);
      const named = await put(world.alice, path, inFolder, "dist/index.html");
      expect(paths(named)).toEqual(inSite.map((one) => `dist/${one}`));
      const two = { ...inFolder, "other/x.txt": "x" };
      expectInvalid(await put(world.alice, path, two), ["/entry"], "index.html");
      expectInvalid(await put(world.alice, path, site, "start.html"), ["/entry"], "start.html");
      expect(paths(await world.alice.get(path))).toEqual(inSite.map((one) => `dist/${one}`));
    }
  });

  it("Readers of the plan read its prototype, editors upload, and nobody else can see it", async () => {
    const path = await newPrototypePath(world.alice, { visibility: "PRIVATE" });
    await putFiles(world.alice, path, site);
    const before = await count("files");
    expectError(await putFiles(world.bob, path, { "index.html": "By bob" }), "not_found");
    for (const answer of [
      await world.bob.get(path),
      await world.bob.delete(path),
      await world.bob.get(`${path}/shares`),
      await world.bob.post(`${path}/shares`),
      await world.mallory.get(path),
    ])
      expectError(answer, "not_found");
    const plan = path.replace(/\/prototype$/, "");
    await world.alice.put(`${plan}/shares/${world.bob.userId}`, { capability: "READ" });
    expect((await world.bob.get(path)).status).toBe(200);
    for (const answer of [
      await putFiles(world.bob, path, { "index.html": "By bob" }),
      await world.bob.delete(path),
      await world.bob.get(`${path}/shares`),
      await world.bob.post(`${path}/shares`),
      await world.bob.delete(`${path}/shares/nothing`),
    ])
      expectError(answer, "forbidden");
    const reader = await world.reader(world.alice);
    expectError(await putFiles(reader, path, { "index.html": "By a reader" }), "insufficient_scope");
    expectError(await reader.post(`${path}/shares`), "insufficient_scope");
    expect(await count("files")).toBe(before);
  });

  it("An archived plan refuses every change, and its links are dark until it is restored", async () => {
    const path = await newPrototypePath(world.alice);
    const plan = path.replace(/\/prototype$/, "");
    await putFiles(world.alice, path, site);
    const { id, token } = await shareOf(world.alice, path);
    await world.alice.post(`${plan}/archive`);
    for (const answer of [
      await putFiles(world.alice, path, { "index.html": "" }),
      await world.alice.delete(path),
      await world.alice.post(`${path}/shares`),
      await world.alice.delete(`${path}/shares/${id}`),
    ])
      expectError(answer, "plan_archived");
    expect((await world.alice.get(path)).status).toBe(200);
    expect((await world.alice.get(`${path}/shares`)).body.shares).toMatchObject([{ id, live: false }]);
    expect((await visit(world, `/p/${token}/`)).status).toBe(404);
    await world.alice.post(`${plan}/restore`);
    expect((await visit(world, `/p/${token}/`)).status).toBe(200);
    expect((await world.alice.get(`${path}/shares`)).body.shares).toMatchObject([{ id, live: true }]);
  });

  it("Deleting a plan deletes its prototype and links, and leaves unreferenced files to the sweep", async () => {
    await sweepFiles(world.context, new AbortController().signal, "9999");
    const before = [await count("files"), await count("prototypes"), await count("prototype_shares")];
    const path = await newPrototypePath(world.alice);
    await putFiles(world.alice, path, { "index.html": randomBytes(50), "a.bin": randomBytes(50) });
    const { token } = await shareOf(world.alice, path);
    expect((await visit(world, `/p/${token}/`)).status).toBe(200);
    await world.alice.delete(path.replace(/\/prototype$/, ""));
    expect((await visit(world, `/p/${token}/`)).status).toBe(404);
    await sweepFiles(world.context, new AbortController().signal, "9999");
    expect([await count("files"), await count("prototypes"), await count("prototype_shares")]).toEqual(
      before,
    );
  });

  it("An aborted upload leaves the prototype unchanged, and its stored parts to the sweep", async () => {
    const path = await newPrototypePath(world.alice);
    const made = await putFiles(world.alice, path, site);
    await sweepFiles(world.context, new AbortController().signal, "9999");
    const before = await count("files");
    const cut = form([...partsOf({ "index.html": randomBytes(9), "b.bin": randomBytes(300_000) })], "");
    expectError(await world.alice.put(path, cut), "invalid_request");
    expect((await world.alice.get(path)).body).toEqual(made.body);
    await sweepFiles(world.context, new AbortController().signal, "9999");
    expect(await count("files")).toBe(before);
  });
});

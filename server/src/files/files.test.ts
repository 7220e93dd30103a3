import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { withRows } from "../../test/own-connection.ts";
import { setUpWorld } from "../../test/world.ts";
import { ApiError } from "../errors.ts";
import { newId } from "../ids.ts";
import { addPiece, bytesOfPiece } from "./add-piece.ts";
import { openFileBatch } from "./file-batch.ts";
import { readFile } from "./read-file.ts";
import { storeFile } from "./store-file.ts";
import { sweepFiles } from "./sweep.ts";

const unlimited = Number.POSITIVE_INFINITY;
const never = new AbortController().signal;
/** A time after every upload, so that the sweep deletes all unreferenced files. */
const later = "9999";

async function* chunks(content: Uint8Array, size = 10_007): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let acme: string;
  let other: string;
  beforeAll(async () => {
    const workspaces = await world.context.db.selectFrom("workspaces").select(["id", "slug"]).execute();
    const idOf = (slug: string) => workspaces.find((workspace) => workspace.slug === slug)?.id ?? "";
    [acme, other] = [idOf("acme"), idOf("other")];
  });

  const store = (content: Uint8Array, workspaceId = acme, limit = unlimited) =>
    storeFile(world.context, workspaceId, chunks(content), limit);
  const read = async (fileId: string) => {
    const pieces: Buffer[] = [];
    for await (const piece of readFile(world.context.db, acme, fileId)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const count = async (table: "files" | "file_pieces") =>
    (await world.context.db.selectFrom(table).select("workspace_id").execute()).length;
  const rows = async () => [await count("files"), await count("file_pieces")];

  it.each([0, 1, bytesOfPiece - 1, bytesOfPiece, bytesOfPiece + 1, 3 * bytesOfPiece + 5])(
    "a file of %i bytes is read back unchanged",
    async (bytes) => {
      const content = randomBytes(bytes);
      const stored = await store(content);
      expect(stored).toMatchObject({ bytes, sha256: createHash("sha256").update(content).digest("hex") });
      expect((await read(stored.fileId)).equals(content)).toBe(true);
    },
  );

  it("the same content is stored once in a workspace, and again in another one", async () => {
    const content = randomBytes(2 * bytesOfPiece + 1);
    const first = await store(content);
    const before = await rows();
    expect(await Promise.all([store(content), store(content)])).toEqual([first, first]);
    expect(await rows()).toEqual(before);
    expect((await store(content, other)).fileId).not.toBe(first.fileId);
  });

  it("content that is uploaded twice at once is one file in the end", async () => {
    const content = randomBytes(2 * bytesOfPiece + 1);
    const [files, pieces] = await rows();
    const stored = await Promise.all([store(content), store(content), store(content)]);
    expect(new Set(stored.map(({ fileId }) => fileId)).size).toBe(1);
    expect(await rows()).toEqual([(files ?? 0) + 1, (pieces ?? 0) + 3]);
  });

  it("a file over the limit is 413, and nothing of it is stored", async () => {
    const before = await rows();
    const tooLarge = store(randomBytes(2 * bytesOfPiece + 1), acme, 2 * bytesOfPiece);
    await expect(tooLarge).rejects.toMatchObject({ code: "payload_too_large" });
    expect(await rows()).toEqual(before);
    await store(randomBytes(2 * bytesOfPiece), acme, 2 * bytesOfPiece);
  });

  it("nothing remains of an aborted stream", async () => {
    const before = await rows();
    async function* broken() {
      yield* chunks(randomBytes(3 * bytesOfPiece));
      throw new ApiError("invalid_request", "It broke.");
    }
    await expect(storeFile(world.context, acme, broken(), unlimited)).rejects.toThrow("It broke.");
    expect(await rows()).toEqual(before);
  });

  it("many files are stored in the order of arrival, and existing content is not stored again", async () => {
    const sizes = [
      0,
      1,
      40,
      bytesOfPiece,
      0,
      2 * bytesOfPiece + 3,
      7,
      bytesOfPiece - 1,
      ...Array(250).fill(9),
    ];
    const contents = sizes.map((bytes, n) => (n % 50 === 49 ? Buffer.from("the same") : randomBytes(bytes)));
    const kept = await store(contents[2] ?? Buffer.alloc(0));
    const storeAll = async () => {
      const batch = openFileBatch(world.context, acme, { fileBytes: unlimited });
      for (const content of contents) await batch.add(chunks(content));
      return (await batch.close()).map(({ fileId }) => fileId);
    };
    const ids = await storeAll();
    expect(ids[2]).toBe(kept.fileId);
    expect(new Set(ids).size).toBe(new Set(contents.map((content) => content.toString("base64"))).size);
    for (const [n, id] of ids.entries())
      expect((await read(id)).equals(contents[n] ?? Buffer.alloc(1))).toBe(true);
    const before = await rows();
    expect(await storeAll()).toEqual(ids);
    expect(await rows()).toEqual(before);
  });

  it("a range of a file is read without the chunks around it", async () => {
    const content = randomBytes(3 * bytesOfPiece + 5);
    const { fileId } = await store(content);
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [bytesOfPiece - 1, bytesOfPiece + 1],
      [bytesOfPiece, 2 * bytesOfPiece],
      [3 * bytesOfPiece, 3 * bytesOfPiece + 5],
      [10, content.length],
    ] as const) {
      const pieces = await Array.fromAsync(readFile(world.context.db, acme, fileId, { from, to }));
      expect(Buffer.concat(pieces).equals(content.subarray(from, to))).toBe(true);
      expect(pieces.length).toBe(Math.ceil(to / bytesOfPiece) - Math.floor(from / bytesOfPiece));
    }
    await expect(readFile(world.context.db, acme, fileId, { from: 0, to: 9e6 }).next()).rejects.toThrow(
      "shorter",
    );
  });

  it("a file with chunks of an older size is read, and so is each range of it", async () => {
    const content = randomBytes(2_500);
    const file = { workspaceId: acme, fileId: newId() };
    const whole = { sha256: createHash("sha256").update(content).digest("hex"), bytes: content.length };
    await world.command(addPiece, { ...file, n: 0, body: content.subarray(0, 1_000) });
    await world.command(addPiece, { ...file, n: 1, body: content.subarray(1_000, 2_000) });
    await world.command(addPiece, { ...file, n: 2, body: content.subarray(2_000), whole });
    expect((await read(file.fileId)).equals(content)).toBe(true);
    for (const [from, to] of [
      [999, 1_001],
      [1_000, 2_000],
      [2_400, 2_500],
    ] as const) {
      const pieces = await Array.fromAsync(readFile(world.context.db, acme, file.fileId, { from, to }));
      expect(Buffer.concat(pieces).equals(content.subarray(from, to))).toBe(true);
    }
  });

  it("a reader gets one chunk at a time, and a file that is deleted meanwhile breaks off", async () => {
    const { fileId } = await store(randomBytes(3 * bytesOfPiece));
    const reader = readFile(world.context.db, acme, fileId);
    expect((await reader.next()).value).toHaveLength(bytesOfPiece);
    await sweepFiles(world.context, never, later);
    await expect(reader.next()).rejects.toThrow("is missing");
    await expect(readFile(world.context.db, acme, fileId).next()).rejects.toThrow("is not there");
  });

  it("the sweep deletes unreferenced files not uploaded within an hour, and half a file of a dead process", async () => {
    await sweepFiles(world.context, never, later);
    const [named, unnamed] = [randomBytes(bytesOfPiece + 1), randomBytes(9 * bytesOfPiece)];
    const kept = await store(named);
    const { fileId } = await store(unnamed);
    const half = { workspaceId: acme, fileId: newId(), n: 0, body: new Uint8Array(bytesOfPiece) };
    await world.command(addPiece, half);
    const source = (await world.alice.post("/v1/context", { title: "Named", text: "" })).body.source;
    await withRows(world, (db) =>
      db.updateTable("context_sources").set({ file_id: kept.fileId }).where("id", "=", source.id).execute(),
    );

    await sweepFiles(world.context, never);
    expect(await rows()).toEqual([3, 12]);
    await sweepFiles(world.context, never, later);
    expect(await rows()).toEqual([1, 2]);
    expect((await read(kept.fileId)).equals(named)).toBe(true);
    const again = await store(unnamed);
    expect(again.fileId).not.toBe(fileId);
    expect((await read(again.fileId)).equals(unnamed)).toBe(true);
  });
});

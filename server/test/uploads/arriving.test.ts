import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unavailable } from "../../src/dispatch/serialized-error.ts";
import { addPiece } from "../../src/files/add-piece.ts";
import { type Heard, sendRaw } from "../connections/raw-http.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { form, formHeaders } from "../form.ts";
import { buildCheckedApp, setUpWorld } from "../world.ts";
import { files, sweepInAnHour, text, titlesIn, upload } from "./upload.ts";

/** The idle and the total timeout of an upload, in milliseconds. */
const [stall, whole] = [1200, 3600];

describe.each(databases)("uploads in flight, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let app: FastifyInstance;
  let port: number;
  let before: string[];
  beforeAll(async () => {
    app = buildCheckedApp(world.context, { requestTimeout: stall, uploadTimeout: whole });
    await app.listen({ host: "127.0.0.1", port: 0 });
    port = (app.server.address() as AddressInfo).port;
    before = await files(world);
  });
  afterAll(() => app.close());

  const head = (length: number, type = formHeaders["content-type"]) =>
    `${["POST /v1/context/upload HTTP/1.1", "Host: x", `Authorization: Bearer ${world.alice.key}`, `Content-Type: ${type}`, `Content-Length: ${length}`, "Connection: close"].join("\r\n")}\r\n\r\n`;
  const dripping = (name: string, bytes: number, each: number): Promise<Heard> => {
    const body = form([text(name, "x".repeat(bytes))]).toString("latin1");
    const parts = body.match(new RegExp(`[^]{1,${each}}`, "g")) ?? [];
    return sendRaw(port, [head(body.length), ...parts], { pause: 50 });
  };
  const expectEnded = ({ status, body, ms }: Heard, after: number) => {
    expect({ status, code: body?.error?.code }).toEqual({ status: 408, code: "invalid_request" });
    expect(ms).toBeGreaterThan(after * 0.9);
  };

  it("slower than 10 KB a second are ended with an answer, faster ones may continue until their time is over", async () => {
    const [slow, long, endless] = await Promise.all([
      dripping("slow.txt", 20_000, 100),
      dripping("long.txt", 300_000, 10_000),
      dripping("endless.txt", 1_500_000, 10_000),
    ]);
    expectEnded(slow, stall);
    expect(long.status, long.text).toBe(201);
    expect(long.ms).toBeGreaterThan(stall);
    expectEnded(endless, whole);
    expect(await titlesIn(world.alice, "/v1", "")).toEqual(["long.txt"]);
    await expect.poll(() => files(world)).toHaveLength(before.length + 1);
  });

  it("whose client stops at the second file leave the first one for the sweep", async () => {
    const [known, titles] = [await files(world), await titlesIn(world.alice, "/v1", "")];
    const body = form([text("first.txt", "first"), text("second.txt", "x".repeat(900_000))]);
    const heard = await sendRaw(port, [head(body.length), body.toString("latin1", 0, 700_000)], {
      patienceMs: 400,
    });
    expect(heard.status).toBe(0);
    await expect.poll(() => files(world)).toHaveLength(known.length + 1);
    await sweepInAnHour(world);
    expect(await files(world)).toEqual(known);
    expect(await titlesIn(world.alice, "/v1", "")).toEqual(titles);
  });

  it("are refused before their body if they declare too large a size", async () => {
    const heard = await sendRaw(port, head(256 * 2 ** 20 + 1));
    expect(heard.body.error).toMatchObject({
      code: "payload_too_large",
      message: expect.stringContaining("268435456"),
    });
  });

  it("are refused if they are no form, or one without the declared boundary", async () => {
    const known = await files(world);
    const body = form([text("a.txt", "a")]);
    const send = (type: string, more: Record<string, string> = {}) =>
      world.alice.post("/v1/context/upload", body, { "content-type": type, ...more });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x"])
      expectError(await send(type), "unsupported_media_type", type);
    expectError(
      await send(formHeaders["content-type"], { "content-encoding": "gzip" }),
      "unsupported_media_type",
    );
    for (const type of [
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=other",
    ])
      expectError(await send(type), "invalid_request", type);
    expectError(await upload(world.alice, "/v1", [text("a.txt", "a")], { folder: "x" }), "invalid_request");
    expectError(
      await upload(world.alice, "/v1", [text("a.txt", "a")], { folderPath: "../x" }),
      "invalid_request",
    );
    await sweepInAnHour(world);
    expect(await files(world)).toEqual(known);
  });

  it("during which the disk fills are 503, and leave only files for the sweep", async () => {
    const { writer } = world.context;
    const known = await files(world);
    let pieces = 0;
    world.context.writer = {
      ...writer,
      run: (command, input) =>
        command.name === addPiece.name && ++pieces > 4
          ? Promise.reject(unavailable("the disk is full"))
          : writer.run(command, input),
    };
    const parts = [text("one.txt", "one"), text("two.txt", Buffer.alloc(2 ** 21, "2"))];
    const answer = await upload(world.alice, "/v1", parts);
    world.context.writer = writer;
    expectError(answer, "unavailable");
    await sleep(10);
    await sweepInAnHour(world);
    expect(await files(world)).toEqual(known);
    expect((await upload(world.alice, "/v1", parts)).status).toBe(201);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Writer } from "../../src/dispatch/writer.ts";
import { addPiece, bytesOfPiece } from "../../src/files/add-piece.ts";
import { addText } from "../../src/modules/context/enrichment/enrich-file.ts";
import { enrichSource } from "../../src/modules/context/enrichment/enrich-source.ts";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { setUpWorld } from "../world.ts";
import { files, sweepInAnHour, text, upload } from "./upload.ts";

const most = 32 * 2 ** 20;
const never = new AbortController().signal;

describe.each(databases)("on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let writer: Writer;
  beforeAll(async () => {
    ({ writer } = world.context);
  });

  async function noted(name: string, bytesOf: (input: never) => number, work: () => Promise<unknown>) {
    const written: number[] = [];
    const run: Writer["run"] = (command, input) => {
      if (command.name === name) written.push(bytesOf(input as never));
      return writer.run(command, input);
    };
    world.context.writer = { ...writer, run };
    await work();
    world.context.writer = writer;
    return written;
  }

  it("no command writes more than a chunk of the largest file; a larger file is 413, and nothing of it is stored", async () => {
    const whole = Buffer.alloc(most, "0123456789");
    const bytesOf = ({ body }: { body: Uint8Array }) => body.length;
    const written = await noted(addPiece.name, bytesOf, async () => {
      const { sources } = (await upload(world.alice, "/v1", [text("largest.txt", whole)])).body;
      expect(sources).toMatchObject([{ sizeBytes: most }]);
    });
    expect(written).toEqual(Array.from({ length: most / bytesOfPiece }, () => bytesOfPiece));
    expect(bytesOfPiece).toBeLessThanOrEqual(128 * 1024);

    const known = await files(world);
    const parts = [
      text("small.txt", "small"),
      text("too large.txt", Buffer.concat([whole, Buffer.alloc(1)])),
    ];
    const refused = await upload(world.alice, "/v1", parts);
    expectError(refused, "payload_too_large");
    expect(refused.body.error.message).toContain(String(most));
    await sweepInAnHour(world);
    expect(await files(world)).toEqual(known);
  });

  it("no command writes more than 256 KB of an extracted text", async () => {
    const long = "word € ".repeat(300_000);
    const { sources } = (await upload(world.alice, "/v1", [text("long.txt", long)])).body;
    const source = { sourceId: sources[0].id, workspaceId: await workspaceId() };
    const bytesOf = ({ chunk }: { chunk: { text: string } }) => Buffer.byteLength(chunk.text);
    const written = await noted(addText.name, bytesOf, () =>
      enrichSource(world.context, source, { signal: never }),
    );
    expect(Math.max(...written)).toBeLessThanOrEqual(2 ** 18);
    expect(written).toHaveLength(Math.ceil(long.length / 65_536));
    expect(written.reduce((sum, bytes) => sum + bytes)).toBe(Buffer.byteLength(long.trim()));
    const { source: read } = (await world.alice.get(`/v1/context/${source.sourceId}?offset=2099990`)).body;
    expect(read).toMatchObject({ textChars: 2_099_999, text: long.trim().slice(2_099_990) });
  }, 120_000);

  const workspaceId = async () => {
    const acme = world.context.db.selectFrom("workspaces").select("id").where("slug", "=", "acme");
    return (await acme.executeTakeFirstOrThrow()).id;
  };
});

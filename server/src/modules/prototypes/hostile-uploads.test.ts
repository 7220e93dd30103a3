import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { expectError, expectInvalid } from "../../../test/expect-error.ts";
import { form } from "../../../test/form.ts";
import { type Answer, setUpWorld } from "../../../test/world.ts";
import { type Files, pack, replaced } from "../skills/archives.test-support.ts";
import {
  newPrototypePath,
  partsOf,
  putFiles,
  putPacked,
  putZip,
  shareOf,
  site,
  visit,
} from "./scene.test-support.ts";

const mebibyte = 1024 * 1024;

describe.each(databases)("a hostile prototype upload, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let path: string;
  let before: unknown;
  let token: string;
  beforeAll(async () => {
    path = await newPrototypePath(world.alice);
    before = (await putFiles(world.alice, path, site)).body;
    token = (await shareOf(world.alice, path)).token;
  });

  const tooLarge = (answer: Answer, why: string) => {
    expectError(answer, "payload_too_large", why);
    expect(answer.body.error.message).toContain(why);
  };
  const refused = (answer: Answer, why: string, pointer = "/file") => {
    expectInvalid(answer, [pointer], why);
    expect(answer.body.error.message).toContain(why);
  };
  const unchanged = async () => {
    expect((await world.alice.get(path)).body).toEqual(before);
    expect((await visit(world, `/p/${token}/assets/app.js`)).text).toBe(site["assets/app.js"]);
  };

  it("is refused with the entry's name if a name in an archive leads elsewhere, or is a link or a device", async () => {
    const files = { "index.html": "", "nn/nn/nn/n": "#" };
    for (const [name, why] of [
      ["../../nn/n", "leads out"],
      ["nn/../nn/n", "leads out"],
      ["/n/nn/nn/n", "absolute path"],
      ["C:/n/nn/nn", "absolute path"],
      ["nn\\nn\\nn/n", "backslash"],
      ["nn/./nn//n", "empty part"],
      ["nn/n\0/nn/n", "control character"],
    ] as const)
      refused(await putZip(world.alice, path, replaced(await pack(files), "nn/nn/nn/n", name)), why);
    const header = (archive: Buffer) => archive.lastIndexOf("nn/nn/nn/n") - 46;
    for (const mode of [0o120777, 0o060644, 0o020644, 0o010644]) {
      const archive = await pack(files);
      archive.writeUInt16LE(mode, header(archive) + 40);
      refused(await putZip(world.alice, path, archive), "is a link or a device");
    }
    const encrypted = await pack(files);
    encrypted.writeUInt16LE(1, header(encrypted) + 8);
    refused(await putZip(world.alice, path, encrypted), "encrypted");
    await unchanged();
  });

  it("is refused if a file's name leads elsewhere", async () => {
    for (const [name, why] of [
      ["../up.js", "leads out"],
      ["a/../../up.js", "leads out"],
      ["/etc/passwd", "absolute path"],
      ["a\\b.js", "backslash"],
      ["a//b.js", "empty part"],
      ["./b.js", "empty part"],
      ["folder/", "folder"],
      [`${"d/".repeat(40)}x`, "folders"],
      [`${"n".repeat(300)}.js`, "255 bytes"],
    ] as const)
      refused(await putFiles(world.alice, path, { "index.html": "", [name]: "x" }), why, "/file/1");
    expectError(await putFiles(world.alice, path, { "index.html": "", "a\0b": "x" }), "invalid_request");
    await unchanged();
  });

  it("is refused if two names are equal, or would be on some computers", async () => {
    const two = [...partsOf({ "index.html": "", "a.js": "1" }), ...partsOf({ "a.js": "2" })];
    refused(await world.alice.put(path, form(two)), "a.js");
    const zip = await pack({ "index.html": "", "a.js": "1", "b.js": "2" });
    refused(await putZip(world.alice, path, replaced(zip, "b.js", "a.js")), "two entries");
    for (const files of [
      { "A.js": "", "a.js": "" },
      { "\u00e9.js": "", "e\u0301.js": "" },
      { "a/x.js": "", "A/y.js": "" },
      { a: "", "a/b.js": "" },
    ] as Files[])
      for (const put of [putFiles, putPacked])
        refused(await put(world.alice, path, { "index.html": "", ...files }), "same name");
    await unchanged();
  });

  it("is refused before unpacking if it declares too much, and during unpacking if it lies", async () => {
    const page = { "index.html": "" };
    tooLarge(await putPacked(world.alice, path, { ...page, zeros: Buffer.alloc(8 * mebibyte) }), "200 times");
    const zip = await pack({ ...page, "big.bin": Buffer.alloc(500_000, "ab") });
    const declared = zip.lastIndexOf("big.bin") - 46 + 24;
    const lying = Buffer.from(zip);
    lying.writeUInt32LE(100, declared);
    refused(await putZip(world.alice, path, lying), "big.bin is damaged");
    const large = Buffer.from(zip);
    large.writeUInt32LE(129 * mebibyte, declared);
    large.writeUInt32LE(100 * mebibyte, declared - 4);
    tooLarge(await putZip(world.alice, path, large), "more than 134217728 bytes");
    const counted = Buffer.from(zip);
    for (const field of [8, 10]) counted.writeUInt16LE(60_000, counted.length - 22 + field);
    tooLarge(await putZip(world.alice, path, counted), "more than 6000 entries");
    for (const bad of [Buffer.from("no zip"), zip.subarray(0, -40), Buffer.alloc(0)])
      refused(await putZip(world.alice, path, bad), "no zip archive");
    await unchanged();
  });

  it("has at most 2,000 files, packed or not, and 32 MiB as sent", async () => {
    const files = (many: number) =>
      Object.fromEntries(Array.from({ length: many }, (_, n) => [`${n}/a.txt`, `${n}`]));
    tooLarge(await putPacked(world.alice, path, { "index.html": "", ...files(2000) }), "2000 files");
    tooLarge(await putFiles(world.alice, path, { "index.html": "", ...files(2000) }), "2000 files");
    const half = Buffer.alloc(17 * mebibyte, "x");
    tooLarge(
      await putFiles(world.alice, path, { "index.html": "", "a.bin": half, "b.bin": half }),
      "bytes together",
    );
    tooLarge(await putFiles(world.alice, path, { "index.html": Buffer.alloc(33 * mebibyte) }), "bytes");
    await unchanged();
    const other = await newPrototypePath(world.alice);
    const many = await putPacked(world.alice, other, { "index.html": "", ...files(1999) });
    expect(many.body.prototype.files).toHaveLength(2000);
  });

  it("is refused without an entry file, without any file, or with an unknown field", async () => {
    refused(await putFiles(world.alice, path, { "page.html": "" }), "index.html", "/entry");
    refused(await putPacked(world.alice, path, {}), "index.html", "/entry");
    refused(await putFiles(world.alice, path, site, "../index.html"), "../index.html", "/entry");
    expectInvalid(await world.alice.put(path, form([])), ["/file"]);
    const more = form([...partsOf(site), { name: "base", body: "/" }]);
    expectInvalid(await world.alice.put(path, more), ["/base"]);
    const json = { "content-type": "application/json" };
    expectError(await world.alice.put(path, "{}", json), "unsupported_media_type");
    await unchanged();
  });

  it("is accepted or refused with a sentence if any byte of an archive is damaged", async () => {
    const other = await newPrototypePath(world.alice);
    const archive = await pack({ "index.html": "<p>Some text", "a.js": "1" });
    const change = fc.record({ at: fc.nat(archive.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, byte }) => {
        const bad = Buffer.from(archive);
        bad[at] = byte;
        const answer = await putZip(world.alice, other, bad);
        if (answer.status < 300) return;
        if (answer.status === 413) expectError(answer, "payload_too_large");
        else expectError(answer, "invalid_request");
      }),
      { numRuns: process.env.LONG ? 40 : 10 },
    );
  });

  it("may contain an archive, which is not unpacked", async () => {
    const other = await newPrototypePath(world.alice);
    const bomb = await pack({ zeros: Buffer.alloc(8 * mebibyte) });
    const answer = await putPacked(world.alice, other, { "index.html": "", "bomb.zip": bomb });
    expect(answer.body.prototype.files.map(({ path: at }: { path: string }) => at)).toEqual([
      "bomb.zip",
      "index.html",
    ]);
  });
});

import { execFileSync } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BadZip } from "./limits.ts";
import { readZip } from "./read-zip.ts";
import { writeZip } from "./write-zip.ts";

interface File {
  path: string;
  body: Buffer;
  executable: boolean;
}

const file = (path: string, body: string | Buffer = "x", executable = false): File => ({
  path,
  body: Buffer.from(body),
  executable,
});
const pack = (files: readonly File[]) =>
  buffer(writeZip(files.map(({ path, executable, body }) => ({ path, executable, read: () => [body] }))));

/** Replaces a name in the directory and the local header by one of the same length. */
const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString("latin1").replaceAll(from, to), "latin1");

async function unpack(archive: Buffer) {
  const { entries, problems } = await readZip(archive);
  const files: File[] = [];
  for (const { path, executable, read } of entries) files.push({ path, executable, body: await read() });
  return { files, problems };
}

describe("an archive", () => {
  it("returns the packed files, byte for byte, with their executable bits", async () => {
    const part = fc
      .stringMatching(/^[a-zA-Z0-9_ é漢-]{1,12}(?:\.[a-z]{1,4})?$/)
      .filter((name) => name.trim() === name);
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const body = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes));
    const files = fc.uniqueArray(fc.record({ path, body, executable: fc.boolean() }), {
      selector: (one) => one.path,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        const archive = await pack(given);
        expect(await unpack(archive)).toEqual({ files: given, problems: [] });
        expect((await pack(given)).equals(archive), "the same files make the same archive").toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("is the same in every time zone", async () => {
    const program = `import { buffer } from "node:stream/consumers";
      import { writeZip } from ${JSON.stringify(new URL("./write-zip.ts", import.meta.url).href)};
      const files = [{ path: "a", executable: false, read: () => [Buffer.from("x")] }];
      process.stdout.write((await buffer(writeZip(files))).toString("base64"));`;
    const made = ["UTC", "America/New_York", "Asia/Tokyo"].map((TZ) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", program], {
        env: { ...process.env, TZ },
        encoding: "utf8",
      }),
    );
    expect(made[0]?.length).toBeGreaterThan(100);
    expect(new Set(made).size).toBe(1);
  });

  it("loses its folders and system files", async () => {
    const litter = ["__MACOSX/a/._x", "a/.DS_Store", "a/._x", "a/Thumbs.db"];
    const archive = await pack([...litter.map((path) => file(path)), file("a/x")]);
    expect((await unpack(archive)).files.map(({ path }) => path)).toEqual(["a/x"]);
  });

  it("names invalid entries: outside its folder, absolute, with backslashes or control characters", async () => {
    for (const [name, why] of [
      ["a/../../b", "leads out"],
      ["/etc/a/bb", "absolute"],
      ["C:/etc/ab", "absolute"],
      ["a\\b\\cc/d", "backslash"],
      ["a/b\u0000c/dd", "control character"],
      ["aa//b//cc", "empty part"],
      ["aa/./b/cc", "empty part"],
    ] as const) {
      const plain = "n".repeat(Buffer.byteLength(name));
      const { files, problems } = await unpack(renamed(await pack([file(plain), file("kept")]), plain, name));
      expect(
        files.map(({ path }) => path),
        name,
      ).toEqual(["kept"]);
      expect(problems, name).toEqual([{ path: name, message: expect.stringContaining(why) }]);
    }
  });

  it("separates folders by backslashes if a Windows program did so", async () => {
    const archive = renamed(await pack([file("a/b/c")]), "a/b/c", "a\\b\\c");
    expect((await unpack(archive)).files).toEqual([]);
    archive.writeUInt8(0, archive.indexOf("PK\u0001\u0002") + 5);
    expect((await unpack(archive)).files.map(({ path }) => path)).toEqual(["a/b/c"]);
  });

  it("has no links", async () => {
    const archive = await pack([file("link", "/etc/passwd")]);
    archive.writeUInt16LE(0o120777, archive.indexOf("PK\u0001\u0002") + 40);
    expect((await unpack(archive)).problems).toEqual([
      { path: "link", message: "It is a link or a device, and no file." },
    ]);
  });

  it("is refused if two entries have one name, in either order", async () => {
    const archive = renamed(await pack([file("one"), file("two")]), "two", "one");
    await expect(readZip(archive)).rejects.toThrow("two entries of the name one");
  });

  it("is refused before anything is inflated if it declares too much", async () => {
    const zeros = await pack([file("zeros", Buffer.alloc(8 * 1024 * 1024))]);
    await expect(readZip(zeros)).rejects.toThrow("times as large");
    const limits = { entries: 3, bytes: 1000, ratio: 200 };
    await expect(readZip(await pack([file("a", "x".repeat(1001))]), limits)).rejects.toThrow(
      "more than 1000 bytes",
    );
    const many = await pack(["a", "b", "c", "d"].map((path) => file(path)));
    await expect(readZip(many, limits)).rejects.toThrow("more than 3 entries");
  });

  it("is refused while it is inflated if a file is larger than declared", async () => {
    const body = Buffer.alloc(500_000, "ab");
    const archive = await pack([file("liar", body)]);
    const header = archive.indexOf("PK\u0001\u0002");
    for (const size of [100, 600_000]) {
      archive.writeUInt32LE(size, header + 24);
      const [entry] = (await readZip(archive)).entries;
      await expect(entry?.read()).rejects.toThrow(BadZip);
    }
    archive.writeUInt32LE(body.length, header + 24);
    archive.writeUInt32LE(crc32("other"), header + 16);
    await expect((await readZip(archive)).entries[0]?.read()).rejects.toThrow("damaged");
  });

  it("is refused with a sentence if it is damaged in any way, and never ends the process", async () => {
    const good = await pack([file("a/SKILL.md", "text"), file("a/b", "more")]);
    for (const bad of [Buffer.alloc(0), Buffer.from("no zip"), good.subarray(0, -30)])
      await expect(readZip(bad)).rejects.toThrow(BadZip);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, byte) => {
        const bad = Buffer.from(good);
        bad[at] = byte;
        await unpack(bad).catch((error: unknown) => expect(error).toBeInstanceOf(BadZip));
      }),
      { numRuns: 300 },
    );
  });
});

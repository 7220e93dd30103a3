import { readdirSync } from "node:fs";
import type { ContextSourceDetail } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { corpus, read } from "../extract/read.ts";
import type { Part } from "../form.ts";
import { setUpWorld } from "../world.ts";
import { text, upload } from "./upload.ts";

const documents = readdirSync(new URL("../corpus/", import.meta.url)).toSorted();
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const others: readonly [Part, object][] = [
  [
    text("note.md", "# Quay\n\n- one\n"),
    { text: "# Quay\n\n- one", description: "Quay: one", tokenCount: 6 },
  ],
  [text("utf-16.txt", Buffer.from("\ufeffBøye 12", "utf16le")), { text: "Bøye 12" }],
  [
    { file: "fees.csv", type: "text/csv", body: "Length,Fee\r\n8 m,12\r\n" },
    { text: "| Length | Fee |\n| --- | --- |\n| 8 m | 12 |", degraded: false },
  ],
  [{ file: "good.json", type: "application/json", body: '{"a":1}' }, { text: '```json\n{"a":1}\n```' }],
  [
    { file: "bad.json", type: "application/json", body: '{"a":' },
    {
      degraded: true,
      enrichment: { status: "done", reason: "The file is not valid JSON, so its text is shown." },
    },
  ],
  [
    { file: "picture.pdf", type: "application/pdf", body: picture },
    { text: "", textChars: 0, enrichment: { status: "skipped", reason: expect.stringMatching(/\w.*\.$/) } },
  ],
  [
    text("empty.txt", ""),
    { sizeBytes: 0, enrichment: { status: "skipped", reason: expect.stringMatching(/\w.*\.$/) } },
  ],
];

describe.each(databases)("on $database", ({ create }) => {
  const world = setUpWorld(create);

  const isResting = ({ enrichment }: ContextSourceDetail) =>
    enrichment?.status !== "pending" && enrichment?.status !== "running";
  const listed = async (): Promise<ContextSourceDetail[]> =>
    (await world.alice.get("/v1/context")).body.sources;

  it("a document of every kind is stored with its text, tables, headings, pictures and counts", async () => {
    const parts = [
      ...documents.map((file): Part => ({ file, body: corpus(file) })),
      ...others.map(([part]) => part),
    ];
    const answer = await upload(world.alice, "/v1", parts, { folderPath: "corpus" });
    expect(answer.body.sources.map(({ title }: ContextSourceDetail) => title)).toEqual(
      parts.map(({ file }) => file),
    );
    await expect
      .poll(async () => (await listed()).every(isResting), { timeout: 200_000, interval: 100 })
      .toBe(true);

    const found = new Map<string, ContextSourceDetail>();
    for (const { id, title } of await listed())
      found.set(title, (await world.alice.get(`/v1/context/${id}`)).body.source);
    for (const name of documents) {
      const bytes = corpus(name);
      // The readers' own tests define the expected content.
      const expected = await read(name, bytes);
      expect(found.get(name)).toMatchObject({
        sizeBytes: bytes.length,
        folderPath: "corpus",
        hasFile: true,
        degraded: expected.state === "failed",
        text: expected.text,
        ...(expected.state === "done"
          ? {
              textChars: [...expected.text].length,
              tokenCount: expected.tokens,
              pictureCount: expected.pictures,
              enrichment: { status: "done", reason: "" },
            }
          : { textChars: 0, tokenCount: 0, enrichment: { status: expected.state, reason: expected.reason } }),
      });
    }
    for (const [{ file = "" }, expected] of others) expect(found.get(file), file).toMatchObject(expected);

    const { text: berths, pictureCount, description } = found.get("berths.docx") ?? expect.fail();
    expect(berths).toMatch(/^# Berth booking\n/);
    expect(berths).toContain("\n## Goals\n\n- A skipper books in two minutes\n  - without an account\n");
    expect(berths).toContain("\n| Length | Fee a night |\n| --- | --- |\n| up to 8 m | 12 € |\n");
    expect([pictureCount, description?.slice(0, 14)]).toEqual([1, "Berth booking:"]);
    expect(found.get("locked.pdf")?.enrichment?.reason).toMatch(/password/);
  }, 240_000);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { messagesOf } from "./messages.ts";

const read = async (text: string, cuts: number[]) => {
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [index, end] of ends.entries()) controller.enqueue(bytes.slice(ends[index - 1] ?? 0, end));
      controller.close();
    },
  });
  const all = [];
  for await (const message of messagesOf(body, () => {})) all.push(message);
  return all;
};

it("A stream is read into the same messages wherever its bytes are cut", async () => {
  const message = fc.record({
    id: fc.nat().map(String),
    event: fc.constantFrom("spec.updated", "reset"),
    data: fc.string({ unit: "grapheme" }).map((value) => JSON.stringify({ value })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(message), fc.array(fc.nat()), async (messages, cuts) => {
      const text = messages.map(
        ({ id, event, data }) => `: a comment\n\nid: ${id}\nevent: ${event}\ndata: ${data}\n\n`,
      );
      expect(await read(text.join(""), cuts)).toEqual(messages);
    }),
    { numRuns: 50 },
  );
});

it("The wait that the service asks for is read, and what was not ended is left out", async () => {
  expect(await read("retry: 700\n\nid: 3\ndata: {", [])).toEqual([
    { id: "", event: "message", data: "", retry: 700 },
  ]);
});

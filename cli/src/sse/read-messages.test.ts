import fc from "fast-check";
import { expect, it } from "vitest";
import { readMessages } from "./read-messages.ts";

const stream = [
  ": hello\n\n",
  'id: 7\nevent: spec.updated\ndata: {"title": "Über 写真"}\n\n',
  "event: reset\ndata: {}\n\n",
  "data: one\ndata:two\r\n\r\n",
  ": cut off",
].join("");

const bytes = new TextEncoder().encode(stream);

const read = (cuts: readonly number[]) => {
  const edges = [0, ...[...cuts].sort((one, other) => one - other), bytes.length];
  const chunks = edges.slice(1).map((end, index) => bytes.slice(edges[index], end));
  return Array.fromAsync(readMessages(ReadableStream.from(chunks) as ReadableStream<Uint8Array>));
};

it("reads messages wherever the stream is cut, without comments and without a message that is not complete", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      expect(await read(cuts)).toEqual([
        { id: "7", event: "spec.updated", data: '{"title": "Über 写真"}' },
        { id: undefined, event: "reset", data: "{}" },
        { id: undefined, event: "message", data: "one\ntwo" },
      ]);
    }),
  ));

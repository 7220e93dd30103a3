import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { expect, it } from "vitest";
import { createBackpressure } from "./backpressure.ts";

const mebibyte = 1024 * 1024;

/** A response whose socket has taken nothing yet. */
class Waiting extends EventEmitter {
  destroyed = false;
  writableLength: number;
  readonly socket = {
    timeout: 60_000,
    setTimeout: (ms: number) => {
      this.socket.timeout = ms;
    },
  };
  constructor(bytes: number) {
    super();
    this.writableLength = bytes;
  }
  destroy() {
    this.destroyed = true;
    this.emit("close");
  }
}
const watched = (backpressure: ReturnType<typeof createBackpressure>, credential: string, bytes: number) => {
  const response = new Waiting(bytes);
  backpressure.watch(response as unknown as ServerResponse, credential);
  return response;
};

it("at most 16 MiB of unread answers may wait for one credential", () => {
  const backpressure = createBackpressure(20_000, 60_000);
  const answers = Array.from({ length: 4 }, () => watched(backpressure, "a", 4 * mebibyte));
  expect(() => backpressure.requireRoom("a", 1)).toThrow("wait to be read");
  expect(() => backpressure.requireRoom("a")).not.toThrow();
  expect(() => backpressure.requireRoom("b", 100 * mebibyte), "one answer always has room").not.toThrow();
  answers[0]?.emit("finish");
  answers[0]?.emit("close");
  expect(() => backpressure.requireRoom("a", 4 * mebibyte)).not.toThrow();
  expect(() => backpressure.requireRoom("a", 4 * mebibyte + 1)).toThrow();
});

it("with more than 128 MiB of unread answers in all, the connection that has waited longest is closed", () => {
  const backpressure = createBackpressure(20_000, 60_000);
  const answers = Array.from({ length: 40 }, (_, n) =>
    watched(backpressure, `credential ${n}`, 4 * mebibyte),
  );
  expect(answers.filter(({ destroyed }) => destroyed)).toEqual(answers.slice(0, 8));
});

it("an answer in parts counts for what its socket has not taken of them", () => {
  const backpressure = createBackpressure(20_000, 60_000);
  const parts = new EventEmitter();
  const response = new Waiting(0);
  backpressure.watch(response as unknown as ServerResponse, "a", parts as Readable);
  expect(response.socket.timeout).toBe(10_000);
  expect(() => backpressure.requireRoom("a", 100 * mebibyte), "nothing waits yet").not.toThrow();
  response.writableLength = 4 * mebibyte;
  parts.emit("data");
  expect(() => backpressure.requireRoom("a", 12 * mebibyte + 1)).toThrow();
  response.writableLength = 0;
  response.emit("drain");
  expect(() => backpressure.requireRoom("a", 100 * mebibyte)).not.toThrow();
});

it("of more than 128 MiB in all, those who leave most lose an answer, not who waited longer for less", () => {
  const backpressure = createBackpressure(20_000, 60_000);
  const older = Array.from({ length: 10 }, (_, n) => watched(backpressure, `credential ${n}`, 4 * mebibyte));
  const many = Array.from({ length: 30 }, () => watched(backpressure, "many", 4 * mebibyte));
  expect(older.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(many.filter(({ destroyed }) => destroyed)).toEqual(many.slice(0, 8));
});

it("a socket gets its own timeout back when it has taken everything", () => {
  const backpressure = createBackpressure(20_000, 60_000);
  const response = watched(backpressure, "a", 1);
  expect(response.socket.timeout).toBe(10_000);
  response.emit("finish");
  expect(response.socket.timeout).toBe(60_000);
  expect(watched(backpressure, "a", 0).socket.timeout, "nothing waits").toBe(60_000);
});

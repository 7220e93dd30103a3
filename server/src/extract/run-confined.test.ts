import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { limits, runHostile } from "../../test/extract/run-hostile.ts";

const noAnswer = "The program that reads files ended without an answer; the file may be damaged.";

test("A program's valid answer is accepted", async () => {
  expect(await runHostile("well")).toMatchObject({ state: "done", text: "fine", units: 4 });
});

test("A program has its processor time, however long it waits for it", async () => {
  expect(await runHostile("well after a while", { cpuSeconds: 3 })).toMatchObject({ state: "done" });
});

describe("A program's failure is a sentence and no more", () => {
  test.each([
    "dies",
    "exits",
    "answers and dies",
    "is silent",
    "floods a line",
    "floods lines",
    "floods text",
    "no JSON",
    "another shape",
    "more text than it says",
    "a field too many",
    "an endless reason",
  ])("when it goes wrong like this: %s", async (name) => {
    expect(await runHostile(name)).toEqual({ state: "failed", reason: noAnswer });
  });

  test("when it says something else and exits before anybody listens", async () => {
    async function* held() {
      await setTimeout(20);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
      yield Buffer.from("text");
    }
    const answer = await runHostile("no JSON and goes", {}, undefined, held());
    expect(answer).toEqual({ state: "failed", reason: noAnswer });
  });

  test("when its heap is full, which is before its memory is", async () => {
    const small = { heap: 24 * 2 ** 20, memory: 2 ** 31 };
    expect(await runHostile("well", small)).toMatchObject({ state: "done" });
    expect(await runHostile("fills the heap", small)).toEqual({ state: "failed", reason: noAnswer });
  });

  test("when it spins until its processor time is over", async () => {
    const reason = "Reading the file took more than 1 seconds of processor time.";
    expect(await runHostile("spins", { cpuSeconds: 1 })).toEqual({ state: "failed", reason });
  });

  test("when it hangs without using any", async () => {
    const reason = "Reading the file took longer than 2 seconds.";
    expect(await runHostile("hangs", { wallSeconds: 2 })).toEqual({ state: "failed", reason });
  });

  test("when it exceeds its memory, also outside of the heap", async () => {
    const reason = "Reading the file took more than 250 MB of memory.";
    expect(await runHostile("fills memory")).toEqual({ state: "failed", reason });
  });

  test("when the file exceeds the size limit, which is noticed before all of it is read", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 65_536;
        yield Buffer.alloc(65_536);
      }
    }
    const reason = "The file is larger than 1 MB.";
    expect(await runHostile("hangs", {}, undefined, endless())).toEqual({ state: "failed", reason });
    expect(read).toBeLessThanOrEqual(limits.bytes + 65_536);
  });
});

test("A document that arrives in very many small chunks is read", async () => {
  const bytes = Array.from({ length: 200_000 }, () => new Uint8Array(1));
  expect(await runHostile("well", {}, undefined, bytes)).toMatchObject({ state: "done" });
});

test("Aborting ends the program and throws the reason, before the start, too", async () => {
  const controller = new AbortController();
  const running = runHostile("hangs", {}, controller.signal);
  controller.abort(new Error("the plan is gone"));
  await expect(running).rejects.toThrow("the plan is gone");
  await expect(runHostile("well", {}, controller.signal)).rejects.toThrow("the plan is gone");
});

test("An error in reading the bytes is thrown, since it says nothing about the document", async () => {
  async function* broken() {
    yield Buffer.from("some");
    await once(process, "never", { signal: AbortSignal.timeout(20) }).catch(() => {});
    throw new Error("the database went away");
  }
  await expect(runHostile("hangs", {}, undefined, broken())).rejects.toThrow("the database went away");
});

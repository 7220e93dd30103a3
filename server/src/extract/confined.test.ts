import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { networkWarning } from "./network-warning.ts";
import { type Bytes, runConfined } from "./run-confined.ts";

const program = new URL("../../test/extract/hostile-program.ts", import.meta.url);
const limits = { seconds: 20, memory: 250 * 2 ** 20, bytes: 2 ** 20 };

/** Runs the hostile program in one of its ways. */
const run = (
  name: string,
  changed: Partial<typeof limits> = {},
  signal?: AbortSignal,
  bytes: Bytes = [Buffer.from("text")],
) =>
  runConfined(
    program,
    { name, mediaType: "", address: "" },
    bytes,
    { ...limits, ...changed },
    signal ?? new AbortController().signal,
  );

const noAnswer = "The program that reads files ended without an answer; the file may be damaged.";

test("A program that answers well is believed", async () => {
  expect(await run("well")).toMatchObject({ state: "done", text: "fine", characters: 4 });
});

describe("A program gives a failure with a sentence and no more", () => {
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
    "fills the heap",
  ])("when it goes wrong like this: %s", async (name) => {
    // The heap is full before the memory is.
    const memory = name === "fills the heap" ? { memory: 2 ** 31 } : {};
    expect(await run(name, memory)).toEqual({ state: "failed", reason: noAnswer });
  });

  test.each(["hangs", "spins"])("when it %s until its time is over", async (name) => {
    const reason = "Reading the file took longer than 1 seconds.";
    expect(await run(name, { seconds: 1 })).toEqual({ state: "failed", reason });
  });

  test("when it takes more memory than it may, outside of the heap, too", async () => {
    const reason = "Reading the file took more than 250 MB of memory.";
    expect(await run("fills memory")).toEqual({ state: "failed", reason });
  });

  test("when the file is larger than files may be, which is noticed before all of it is read", async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 65_536;
        yield Buffer.alloc(65_536);
      }
    }
    const reason = "The file is larger than 1 MB.";
    expect(await run("hangs", {}, undefined, endless())).toEqual({ state: "failed", reason });
    expect(read).toBeLessThanOrEqual(limits.bytes + 65_536);
  });
});

test("Aborting ends the program and throws the reason, before the start, too", async () => {
  const controller = new AbortController();
  const running = run("hangs", {}, controller.signal);
  controller.abort(new Error("the plan is gone"));
  await expect(running).rejects.toThrow("the plan is gone");
  await expect(run("well", {}, controller.signal)).rejects.toThrow("the plan is gone");
});

test("What reading the bytes throws is thrown, since it says nothing about the document", async () => {
  async function* broken() {
    yield Buffer.from("some");
    await once(process, "never", { signal: AbortSignal.timeout(20) }).catch(() => {});
    throw new Error("the database went away");
  }
  await expect(run("hangs", {}, undefined, broken())).rejects.toThrow("the database went away");
});

test("The program can read, write, start, load and reach nothing", async () => {
  const answer = await run("looks around");
  const { environment, ...attempts } = JSON.parse(answer.state === "done" ? answer.text : "{}");
  expect(environment).toBe("");
  expect(attempts).toEqual(Object.fromEntries(Object.keys(attempts).map((name) => [name, "refused"])));
  expect(Object.keys(attempts)).toHaveLength(8);
});

test("A start on a Node that can't refuse the network says so", () => {
  expect(networkWarning("24.11.0")).toMatch(/^This is Node 24\.11\.0, which can't keep/);
  expect(networkWarning("25.0.0")).toBeNull();
});

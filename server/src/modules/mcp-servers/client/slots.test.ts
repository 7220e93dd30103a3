import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inFreeSlot, inTurn } from "./slots.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tick = () => vi.advanceTimersByTimeAsync(0);

function open() {
  const process = {};
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => () => {
    began.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  const signal = new AbortController().signal;
  const call = (name: string, userId: string, workspaceId = "w", stopping = signal) => {
    const answer = inTurn(process, { workspaceId, userId }, stopping, run(name));
    answer.catch(() => {});
    return answer;
  };
  return {
    process,
    began,
    call,
    async end(name: string) {
      ends.get(name)?.();
      await tick();
    },
  };
}
const eight = ["1", "2", "3", "4", "5", "6", "7", "8"];

it("the ninth call of a workspace waits, and people take turns, each in the order of their calls", async () => {
  const { began, call, end } = open();
  for (const name of eight) void call(name, "ann");
  for (const name of ["ann 1", "ann 2", "ann 3", "bob 1", "bob 2", "cy 1"]) void call(name, name.slice(0, 3));
  await tick();
  expect(began).toEqual(eight);
  for (const name of [...eight.slice(0, 6)]) await end(name);
  expect(began.slice(8)).toEqual(["ann 1", "bob 1", "cy 1", "ann 2", "bob 2", "ann 3"]);
});

it("a call that has waited ten seconds is 503 with Retry-After, and takes no slot later", async () => {
  const { began, call, end } = open();
  for (const name of eight) void call(name, "ann");
  const late = call("late", "bob");
  await vi.advanceTimersByTimeAsync(9_999);
  const later = call("later", "bob");
  await vi.advanceTimersByTimeAsync(1);
  await expect(late).rejects.toMatchObject({ code: "unavailable", headers: { "retry-after": "2" } });
  await end("1");
  expect(began.at(-1)).toBe("later");
  await end("later");
  await expect(later).resolves.toBe("later");
  expect(began).not.toContain("late");
});

it("a caller that leaves gives up its turn", async () => {
  const { began, call, end } = open();
  for (const name of eight) void call(name, "ann");
  const leaving = new AbortController();
  const left = call("left", "bob", "w", leaving.signal);
  void call("next", "cy");
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: "unavailable" });
  await end("1");
  expect(began.at(-1)).toBe("next");
});

it("a full workspace delays no other, and a full process serves its workspaces in turn", async () => {
  const { began, call, end } = open();
  const five = ["a", "b", "c", "d", "e"];
  for (const workspace of five) for (const name of eight) void call(`${workspace}${name}`, "ann", workspace);
  void call("f1", "ann", "f");
  await tick();
  expect(began).toHaveLength(32);
  for (const name of ["a1", "b1"]) await end(name);
  expect(began.slice(32)).toEqual(["e1", "f1"]);
});

it("the service's own calls do not wait", async () => {
  const { process, call } = open();
  for (const name of eight) void call(name, "ann");
  await expect(inFreeSlot(process, "w", async () => {})).rejects.toMatchObject({ code: "unavailable" });
  await expect(inFreeSlot(process, "v", async () => "done")).resolves.toBe("done");
});

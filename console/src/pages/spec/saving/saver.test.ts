import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, ConnectionError } from "../../../../../client/src/errors.ts";
import { createSaver } from "./saver.ts";
import type { Saved, Typed } from "./typed.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const first: Saved = { title: "A title", content: "a text", revision: 1 };

/** Returns a saver over a stub service, with recorded requests and drafts. */
function saverOf(answer: (typed: Partial<Typed>, base: number) => Promise<Saved>) {
  const sent: [Partial<Typed>, number][] = [];
  const kept: (Saved | null)[] = [];
  const changed: [Typed, Typed][] = [];
  const saver = createSaver({
    saved: first,
    send: async (typed, base) => {
      sent.push([typed, base]);
      return answer(typed, base);
    },
    onChanged: (before, after) => changed.push([before, after]),
    keep: (typed) => kept.push(typed),
  });
  return { saver, sent, kept, changed };
}

const takes = async (typed: Partial<Typed>, base: number): Promise<Saved> => ({
  ...first,
  ...typed,
  title: (typed.title ?? first.title).trim(),
  revision: base + 1,
});

it("Edits are saved after a pause in typing, and only changed fields are sent", async () => {
  const { saver, sent, kept } = saverOf(takes);
  saver.type({ content: "a text, t" });
  await vi.advanceTimersByTimeAsync(900);
  saver.type({ content: "a text, typed" });
  expect(kept.at(-1)).toEqual({ title: "A title", content: "a text, typed", revision: 1 });
  await vi.advanceTimersByTimeAsync(900);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([[{ content: "a text, typed" }, 1]]);
  expect(saver.state.get().kind).toBe("saved");
  expect(kept.at(-1)).toBeNull();
  saver.type({ title: "A better title " });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent[1]).toEqual([{ title: "A better title " }, 2]);
  expect(saver.typed().title).toBe("A better title ");
  saver.type({ title: "  ", content: "no title" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent[2]).toEqual([{ content: "no title" }, 3]);
});

it("Edits made during a save are saved after it, and merged changes are reported", async () => {
  let answer: (saved: Saved) => void = () => {};
  const { saver, sent, changed } = saverOf(() => new Promise((resolve) => (answer = resolve)));
  saver.type({ content: "mine" });
  void saver.save();
  saver.type({ content: "mine, and more" });
  answer({ title: "A title", content: "theirs\nmine", revision: 3 });
  await vi.advanceTimersByTimeAsync(0);
  expect(changed.map(([before, after]) => [before.content, after.content])).toEqual([
    ["mine", "theirs\nmine"],
  ]);
  expect(saver.typed().content).toBe("mine, and more");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent[1]).toEqual([{ content: "mine, and more" }, 3]);
});

it("A save without an answer is retried, and our own text is no conflict", async () => {
  let tries = 0;
  const { saver, sent } = saverOf(async (typed, base) => {
    if (++tries === 1) throw new ConnectionError("Nothing answers.");
    const details = { revision: 2, base: "a text", yours: typed.content, current: "once" };
    if (tries === 2) throw new ApiError(409, { code: "revision_conflict", message: "", details }, null);
    return takes(typed, base);
  });
  saver.type({ content: "once" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.state.get()).toMatchObject({ kind: "refused", willRetry: true });
  saver.type({ content: "once more" });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual([
    [{ content: "once" }, 1],
    [{ content: "once more" }, 1],
    [{ content: "once more" }, 2],
  ]);
  expect(saver.state.get().kind).toBe("saved");
});

it("A conflict waits for the user, whose decision is saved on the newer revision", async () => {
  const { saver, sent } = saverOf(async (typed, base) => {
    const details = { revision: 5, base: "A title", yours: "Mine", current: "Theirs" };
    if (base === 1) throw new ApiError(409, { code: "revision_conflict", message: "", details }, null);
    return takes(typed, base);
  });
  saver.type({ title: "Mine" });
  await saver.save();
  expect(saver.state.get()).toMatchObject({
    kind: "conflict",
    conflict: { field: "title", yours: "Mine", current: "Theirs", revision: 5 },
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await saver.save();
  expect(sent).toHaveLength(1);
  saver.decide({ title: "Both" });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent[1]).toEqual([{ title: "Both" }, 5]);
  expect(saver.state.get().kind).toBe("saved");
});

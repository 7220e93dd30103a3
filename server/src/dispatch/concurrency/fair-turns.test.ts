import { afterEach, expect, it, vi } from "vitest";
import { fairTurns } from "./fair-turns.ts";

afterEach(() => vi.restoreAllMocks());

/** Returns functions that begin an owner's task and end the owner's first running one. */
function scene(places: number, mostWaiting = 100) {
  const inTurn = fairTurns(places, mostWaiting);
  const running: { owner: string; end(): void }[] = [];
  const ask = (owner: string) =>
    inTurn(owner, () => new Promise<void>((end) => void running.push({ owner, end })));
  const end = async (owner: string) => {
    const at = running.findIndex((one) => one.owner === owner);
    running.splice(at, 1)[0]?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, owners: () => running.map(({ owner }) => owner) };
}

it("one owner never takes all slots, so that another one's task begins at once", () => {
  const { ask, owners } = scene(2);
  for (let n = 0; n < 10; n++) void ask("slow");
  void ask("small");
  expect(owners()).toEqual(["slow", "small"]);
});

it("the waiting task whose owner has used the least time begins first", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  const { ask, end, owners } = scene(2);
  for (let n = 0; n < 3; n++) for (const owner of ["a", "b"]) void ask(owner);
  clock.mockReturnValue(20_000);
  await end("a");
  expect(owners(), "b has its one place").toEqual(["b", "a"]);
  void ask("c");
  void ask("c");
  clock.mockReturnValue(21_000);
  await end("b");
  expect(owners()).toEqual(["a", "c"]);
  clock.mockReturnValue(22_000);
  await end("c");
  expect(owners(), "c has cost one second").toEqual(["a", "c"]);
});

it("a failed task frees its slot, and too many waiting ones are refused", async () => {
  const inTurn = fairTurns(1, 0);
  await expect(inTurn("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  const held = inTurn("a", () => new Promise<void>(() => {}));
  await expect(inTurn("b", async () => {})).rejects.toMatchObject({ code: "unavailable" });
  void held;
});

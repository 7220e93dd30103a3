import { describe, expect, it } from "vitest";
import { boundedCache } from "./response-cache.ts";

describe("a bounded cache", () => {
  const texts = (most: number, largest: number) =>
    boundedCache<string>(most, largest, (_name, text) => text.length);
  const held = (memory: ReturnType<typeof texts>, names: string) =>
    [...names].filter((name) => memory.get(name) !== undefined).join("");

  it("finds a value by its name", () => {
    const memory = texts(2, 10);
    memory.set("a", "one");
    expect(memory.get("a")).toBe("one");
    expect(memory.get("b")).toBeUndefined();
  });

  it("holds a limited number of values and evicts the oldest", () => {
    const memory = texts(2, 10);
    for (const name of "abc") memory.set(name, "x");
    expect(held(memory, "abc")).toBe("bc");
  });

  it("holds values of a limited total size and evicts the oldest", () => {
    const memory = texts(10, 5);
    memory.set("a", "xx");
    memory.set("b", "xx");
    memory.set("c", "xxxx");
    expect(held(memory, "abc")).toBe("c");
    memory.set("d", "x");
    expect(held(memory, "abcd")).toBe("cd");
  });

  it("does not store a value that is too large by itself", () => {
    const memory = texts(10, 5);
    memory.set("a", "x");
    memory.set("b", "xxxxxx");
    expect(held(memory, "ab")).toBe("a");
  });

  it("keeps the first value of a name", () => {
    const memory = texts(2, 5);
    for (let n = 0; n < 5; n++) memory.set("a", `xxx${n}`);
    memory.set("b", "x");
    expect(memory.get("a")).toBe("xxx0");
    expect(memory.get("b")).toBe("x");
  });
});

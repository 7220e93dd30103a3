import { type TrapKind, topics } from "./topics.ts";

/** A topic with its numbers drawn. */
export interface Planted {
  name: string;
  prompt: string;
  sources: readonly { title: string; text: string; facts: readonly string[] }[];
  traps: readonly { kind: TrapKind; text: string; mark: RegExp }[];
}

/** Returns the planted topics of a seed; the same for the same seed. */
export function plantedTopics(seed: number): Planted[] {
  const random = mulberry(seed);
  const drawn = (text: string): string =>
    text.replace(/\{(\d+)-(\d+)\}/g, (_, least, most) =>
      String(Number(least) + Math.floor(random() * (Number(most) - Number(least) + 1))),
    );
  return topics.map(({ name, prompt, sources }) => {
    const traps: Planted["traps"][number][] = [];
    const texts = sources.map(({ title, facts, trap }) => {
      const own = facts.map(drawn);
      const lines = own.map((fact) => `${fact}.`);
      if (trap) {
        const text = drawn(trap.text);
        const mark = trap.mark.replaceAll("$1", /\d+/.exec(text)?.[0] ?? "");
        traps.push({ kind: trap.kind, text, mark: new RegExp(mark, "i") });
        lines.splice(1, 0, text);
      }
      return { title, text: [`${title}, about: ${name.toLowerCase()}.`, ...lines].join("\n\n"), facts: own };
    });
    return { name, prompt, sources: texts, traps };
  });
}

/** Draws numbers from 0 to 1. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

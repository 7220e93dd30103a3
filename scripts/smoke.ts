import { parseArgs } from "node:util";

/*
 * Tries what tests only imitate: real trackers with your credentials, or, with --model, your language model, which
 * drafts 10 planted topics of 30 sources (docs/planning-agent.md).
 */
const { values } = parseArgs({
  options: {
    model: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    topics: { type: "string", default: "10" },
  },
});
if (values.model) {
  const { tryModel } = await import("./smoke/model/try-model.ts");
  await tryModel(process.env, { seed: numberOf("seed"), topics: numberOf("topics") });
} else await import("./smoke/trackers.ts");

function numberOf(name: "seed" | "topics"): number {
  const value = values[name];
  if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}`);
  return Number(value);
}

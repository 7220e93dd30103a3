import { acceptanceCriteria } from "../../contract/src/criteria/read-criteria.ts";
import { readiness } from "../../server/src/modules/specs/readiness/index.ts";
import { costOf, inTurns } from "../measure.ts";
import type { Group } from "../row.ts";
import { specText } from "../texts.ts";

export const texts: Group = {
  name: "texts",
  about: "Criteria, and criteria with readiness, of 20 specs of 2 KB in turn, on one thread.",
  async measure(effort) {
    const specs = Array.from({ length: 20 }, (_, at) => ({
      title: `Spec ${at}`,
      content: specText(at),
      effort: (at % 5) + 1,
      danglingNeeds: [],
    }));
    const together = () => {
      for (const spec of specs) {
        acceptanceCriteria(spec.content);
        readiness(spec);
      }
    };
    const alone = () => {
      for (const { content } of specs) acceptanceCriteria(content);
    };
    const measured = await inTurns(effort, 0.6, {
      together: (seconds) => costOf(together, seconds),
      alone: (seconds) => costOf(alone, seconds),
    });
    const perSecond = (arm: "together" | "alone") => measured[arm].map(({ wall }) => specs.length / wall);
    return [
      {
        measure: "readiness and criteria of a 2 KB spec, together",
        goal: { least: 5000 },
        unit: "/s",
        values: perSecond("together"),
      },
      { measure: "… criteria alone", goal: { least: 100_000 }, unit: "/s", values: perSecond("alone") },
    ];
  },
};

import { ask, cpus, type Server } from "../children.ts";
import { planPath, specsPerPlan } from "../data-rows.ts";
import { dataSet } from "../data-sets.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { get, post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { copyOf, type Data, removeFolder, withService } from "../service.ts";

const small = 1_000;
const middle = 100_000;
const large = 1_000_000;
/** Plans requested in turn, spread over all of a larger set. */
const plansAsked = 2_000;
const creates = 1_000;

export const size: Group = {
  name: "size",
  about: `Plan reads, creates and lists of 50 over up to ${plansAsked} plans in turn, 32 at once, on data sets that are created once and kept in \`.cache/\`: specs of 600 characters, ${specsPerPlan} to a plan, with their versions and events. CPU of the service per uncached request; the small set grows to some thousand specs meanwhile.`,
  async measure(effort) {
    const [most, some, kept] = [await dataSet(large), await dataSet(middle), await dataSet(small)];
    const few = copyOf(kept); // The original would grow with each run.
    try {
      return await onService(most, large, (atLarge) =>
        onService(some, middle, (atMiddle) =>
          onService(few, small, async (atSmall) => [
            await compare(effort, `plan read at ${n(large)} specs`, `at ${n(small)}`, 1.2, {
              more: atLarge.reads,
              less: atSmall.reads,
            }),
            await compare(effort, `create at ${n(large)} specs`, `at ${n(small)}`, 1.2, {
              more: atLarge.creates,
              less: atSmall.creates,
            }),
            await compare(effort, `list of 50 at ${n(large)} specs`, `at ${n(middle)}`, 1.25, {
              more: atLarge.lists,
              less: atMiddle.lists,
            }),
          ]),
        ),
      );
    } finally {
      removeFolder(few.settings);
    }
  },
};

const n = (count: number) => count.toLocaleString("en-US");

/** Measures the service's CPU seconds per request. */
type Measured = (seconds: number) => Promise<number>;

function onService<T>(
  data: Data,
  specs: number,
  use: (kinds: Record<"reads" | "creates" | "lists", Measured>) => Promise<T>,
): Promise<T> {
  const all = Math.ceil(specs / specsPerPlan);
  const count = Math.min(all, plansAsked);
  const paths = Array.from({ length: count }, (_, at) => planPath(Math.floor((at * all) / count) + 1));
  // More different requests than the cache holds, equally many at each size.
  const gets = (rest: string) =>
    Array.from({ length: plansAsked }, (_, at) =>
      get(`${paths[at % count]}${rest}`, data.key, { "if-none-match": `"none-${at}"` }),
    );
  const body = { title: "A spec", content: "1. It is there.\n".repeat(37) };
  const posts = paths.map((path) => post(`${path}/specs`, data.key, body));

  const asking =
    (service: Server, requests: string[], expect: number) =>
    async (seconds: number): Promise<number> => {
      const until = expect === 201 ? { answers: creates } : { seconds };
      return (await ask(service, { requests, connections: 32, expect, until }, cpus.asking)).cpu;
    };
  return withService(
    data,
    (service) =>
      use({
        reads: asking(service, gets(""), 200),
        creates: asking(service, posts, 201),
        lists: asking(service, gets("/specs?limit=50"), 200),
      }),
    { cpu: cpus.server },
  );
}

async function compare(
  effort: Effort,
  measure: string,
  against: string,
  most: number,
  arms: { more: Measured; less: Measured },
): Promise<Row> {
  const { more, less } = await inTurns(effort, 1.2, arms);
  const values = ratios(more, less, (cpu) => cpu);
  return { measure: `${measure}, SQLite`, against, goal: { most }, unit: "×", values };
}

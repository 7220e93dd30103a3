import { createPlan, createProject, createSpecBatch, type Endpoint, updatePlan } from "@groundplan/contract";
import { adminCreateKey } from "../../server/src/admin/index.ts";
import { firstFree } from "../../server/src/modules/claims/choose-spec.ts";
import { openSqlite } from "../../server/src/storage/sqlite.ts";
import type { Step, Work, Worked } from "../agents.ts";
import { ask, cpus, run, type Server } from "../children.ts";
import { choiceData } from "../choice-data.ts";
import { type Effort, inTurns, median, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import {
  type Data,
  databaseOf,
  email,
  emptyFolder,
  freshData,
  plan,
  removeFolder,
  withDatabase,
  withPerson,
  withService,
} from "../service.ts";

const agents = 32;
/** Claims that an agent holds at once, the most that a credential may. */
const heldAtOnce = 20;
const specsPerPlan = 500;
/** Plans of each project, whose specs suffice for all rounds. */
const plans = 16;
/** Specs that an agent works off in a round. */
const pairs = 40;
const few = 10_000;
const many = 1_000_000;
const choices = 10_000;
const budget = 4000;

export const claims: Group = {
  name: "claims",
  about: `${agents} agents, each with a key of its own, take ${heldAtOnce} claims each with \`budget: 0\`, against as many \`PATCH\`es of a status, by CPU of the service; then each claims and completes ${pairs} specs, against as many pairs of \`PATCH\`es, by the times that they see. A brief of ${budget} tokens against a pack of that budget, in a plan of 60 specs of 2 KB, uncached. Then ${choices.toLocaleString("en-US")} choices of a spec in the process itself, the median: 99 % of the specs are blocked, in progress, or in private plans of somebody else, and the rest lies in the newest plans.`,
  measure: async (effort) => [
    ...(await claiming(effort)),
    ...(await briefs(effort)),
    ...(await choosing(effort)),
  ],
};

async function claiming(effort: Effort): Promise<Row[]> {
  const { data, keys } = await filled();
  try {
    return await withService(
      data,
      async (service) => {
        const spec = specsOf("patched");
        const all = (steps: (agent: number) => Step[]) => work(service, keys, steps);
        const taken = async () => {
          const { cpu, claims: held } = await all(() => times(heldAtOnce, () => take));
          await all((agent) => (held[agent] ?? []).map((id) => end(id, "release")));
          return cpu;
        };
        const patched = async () => {
          const mine = Array.from({ length: agents }, () => times(heldAtOnce, spec));
          const { cpu } = await all((agent) => (mine[agent] ?? []).map((path) => patch(path, "IN_PROGRESS")));
          await all((agent) => (mine[agent] ?? []).map((path) => patch(path, "TODO")));
          return cpu;
        };
        const cost = await inTurns(effort, 1, { taken, patched });
        const latency = await inTurns(effort, 1, {
          claims: () => all(() => times(pairs, () => [take, end("{id}", "complete")]).flat()),
          patches: () =>
            all(() =>
              times(pairs, () => {
                const path = spec();
                return [patch(path, "IN_PROGRESS"), patch(path, "DONE")];
              }).flat(),
            ),
        });
        return [
          {
            measure: "a claim with `budget: 0`, CPU of the service",
            against: "a `PATCH` of a status",
            goal: { most: 1.5 },
            unit: "×",
            values: ratios(cost.taken, cost.patched, (cpu) => cpu),
          },
          {
            measure: `p99 of ${agents} agents that claim and complete`,
            against: "as many `PATCH`es of a status",
            goal: { most: 1.5 },
            unit: "×",
            values: ratios(latency.claims, latency.patches, ({ p99 }) => p99),
          },
          { measure: "… absolute", unit: "ms", values: latency.claims.map(({ p99 }) => p99) },
        ] satisfies Row[];
      },
      { cpu: cpus.server },
    );
  } finally {
    removeFolder(data.settings);
  }
}

const take: Step = { method: "POST", path: "/v1/claims", body: { projectSlug: "claimed", budget: 0 } };
const end = (id: string, how: "release" | "complete"): Step => ({
  method: "POST",
  path: `/v1/claims/${id}/${how}`,
  body: {},
});
const patch = (path: string, status: string): Step => ({ method: "PATCH", path, body: { status } });
const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);

/** Returns a function for the path of the project's next spec. */
function specsOf(project: string): () => string {
  let next = 0;
  return () => {
    const [inPlan, number] = [Math.floor(next / specsPerPlan), (next % specsPerPlan) + 1];
    next++;
    return `/v1/projects/${project}/plans/PLAN-${plans + inPlan + 1}/specs/SPEC-${number}`;
  };
}

async function work(
  service: Server,
  keys: readonly string[],
  steps: (agent: number) => Step[],
): Promise<Worked & { cpu: number }> {
  const before = await service.cpu();
  const input: Work = { url: service.url, keys, steps: keys.map((_, agent) => steps(agent)) };
  const done = await run<Worked>("agents.ts", input, cpus.asking);
  return Object.assign(done, { cpu: ((await service.cpu()) - before) / done.requests });
}

/** Makes a project of ready plans for claims, and one of as many specs for patches. */
async function filled(): Promise<{ data: Data; keys: string[] }> {
  const data = await withPerson(emptyFolder());
  await withDatabase(data.settings, async ({ writer }) => {
    const write = (endpoint: Endpoint, params: object, body: object) =>
      writer.write({ endpoint }, { actor: data.actor, input: { params, query: {}, body } });
    for (const [index, projectSlug] of ["claimed", "patched"].entries()) {
      await write(createProject, {}, { name: projectSlug });
      for (let number = 1; number <= plans; number++) {
        const planShortId = `PLAN-${index * plans + number}`;
        await write(createPlan, { projectSlug }, { name: planShortId });
        const specs = times(specsPerPlan, () => ({ title: "A spec", content: "It is there.", readiness: 4 }));
        await write(createSpecBatch, { projectSlug, planShortId }, { specs });
        await write(updatePlan, { projectSlug, planShortId }, { status: "READY" });
      }
    }
  });
  const keys: string[] = [];
  for (let agent = 0; agent < agents; agent++) {
    const key = { email, workspace: "acme", scope: "write" as const, name: `agent ${agent}` };
    keys.push((await adminCreateKey(data.settings, key)).secret);
  }
  return { data, keys };
}

async function briefs(effort: Effort): Promise<Row[]> {
  const data = await freshData();
  try {
    return await withService(
      data,
      async (service) => {
        const asked = (path: string) => {
          const requests = Array.from({ length: 2000 }, (_, at) =>
            get(`${plan}${path}`, data.key, { "if-none-match": `"none-${at}"` }),
          );
          return (seconds: number) =>
            ask(service, { requests, connections: 8, expect: 200, until: { seconds } }, cpus.asking);
        };
        const measured = await inTurns(effort, 1, {
          brief: asked(`/specs/SPEC-30/brief?budget=${budget}`),
          pack: asked(`/context/pack?budget=${budget}`),
        });
        return [
          {
            measure: `a brief of ${budget.toLocaleString("en-US")} tokens, CPU of the service`,
            against: "a pack of that budget",
            goal: { most: 1 },
            unit: "×",
            values: ratios(measured.brief, measured.pack, ({ cpu }) => cpu),
          },
        ] satisfies Row[];
      },
      { cpu: cpus.server },
    );
  } finally {
    removeFolder(data.settings);
  }
}

async function choosing(effort: Effort): Promise<Row[]> {
  const [small, large] = [await openChoices(few), await openChoices(many)];
  const measured = await inTurns(effort, 1, { large: large.choose, small: small.choose });
  await Promise.all([small.close(), large.close()]);
  const size = (specs: number) => specs.toLocaleString("en-US");
  return [
    {
      measure: `choosing among ${size(many)} specs, SQLite`,
      against: `among ${size(few)}`,
      goal: { most: 1.5 },
      unit: "×",
      values: ratios(measured.large, measured.small, (milliseconds) => milliseconds),
    },
    { measure: "… absolute", goal: { most: 0.2 }, unit: "ms", values: measured.large },
  ];
}

/** Opens the data for choices, whose median time in milliseconds `choose` returns. */
async function openChoices(specs: number) {
  const data = await choiceData(specs);
  const { db } = openSqlite(databaseOf(data), "read");
  const choice = { scope: { projectId: null, planId: null }, minReadiness: 4, maxEffort: 5 };
  const choose = async () => {
    const took: number[] = [];
    for (let n = 0; n < choices; n++) {
      const start = performance.now();
      const { chosen } = await firstFree(db, data.actor, choice);
      took.push(performance.now() - start);
      if (chosen === null) throw new Error("nothing was chosen");
    }
    return median(took);
  };
  return { choose, close: () => db.destroy() };
}

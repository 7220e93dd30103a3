import type { NextSpec } from "@groundplan/contract";
import fc from "fast-check";
import type { Answer, Person, World } from "../../../../test/world.ts";

const statuses = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"] as const;

type Action = (random: RandomWorld, step: Step) => Promise<Answer | null>;

export interface Step {
  kind: keyof typeof actions;
  by: number;
  one: number;
  other: number;
  choice: number;
}

/** A project of its own in which random requests are made of what is there at the time. */
export class RandomWorld {
  readonly slug: string;
  readonly #world: World;
  constructor(world: World, slug: string) {
    this.#world = world;
    this.slug = slug;
  }

  get path(): string {
    return `/v1/projects/${this.slug}`;
  }

  person({ by }: Pick<Step, "by">): Person {
    const { alice, bob, carol } = this.#world;
    return [bob, carol, alice][by % 3] ?? bob;
  }

  async begin(): Promise<void> {
    await this.#world.alice.post("/v1/projects", { name: this.slug, slug: this.slug });
    for (const visibility of ["TEAM", "TEAM", "PRIVATE"])
      for (const by of [this.#world.bob, this.#world.carol]) {
        const { plan } = (await by.post(`${this.path}/plans`, { name: "A plan", visibility })).body;
        const path = `${this.path}/plans/${plan.shortId}`;
        for (let n = 0; n < 2; n++) await by.post(`${path}/specs`, { title: "A spec", readiness: 4 });
        await by.patch(path, { status: "READY" });
      }
  }

  async plans() {
    const rows = await this.#world.context.db
      .selectFrom("plans")
      .innerJoin("projects", "projects.id", "plans.project_id")
      .select(["plans.id", "plans.number", "plans.root_plan_id"])
      .where("projects.slug", "=", this.slug)
      .orderBy("plans.id")
      .execute();
    return rows.map((plan) => ({ ...plan, path: `${this.path}/plans/PLAN-${plan.number}` }));
  }

  async specs(table: "specs" | "deleted_specs" = "specs") {
    const rows = await this.#world.context.db
      .selectFrom(table)
      .innerJoin("plans", "plans.id", `${table}.plan_id`)
      .innerJoin("projects", "projects.id", "plans.project_id")
      .select([`${table}.id`, `${table}.number`, `${table}.plan_id`, "plans.number as plan_number"])
      .where("projects.slug", "=", this.slug)
      .orderBy("plans.id")
      .orderBy(`${table}.position`)
      .execute();
    return rows.map((spec) => {
      const plan = `${this.path}/plans/PLAN-${spec.plan_number}`;
      return { ...spec, plan, path: `${plan}/specs/SPEC-${spec.number}` };
    });
  }

  async plan(n: number) {
    const plans = await this.plans();
    return plans[n % plans.length];
  }

  async spec(n: number, table?: "deleted_specs") {
    const specs = await this.specs(table);
    return specs[n % specs.length];
  }

  /** Returns the readiness of what is next, there and in the specs themselves. */
  async shownReadiness(by: Person): Promise<[next: number, spec: number][]> {
    const { specs } = (await by.get(`/v1/next?projectSlug=${this.slug}`)).body;
    return Promise.all(
      specs.map(async ({ readiness, planShortId, specShortId }: NextSpec) => {
        const { body } = await by.get(`${this.path}/plans/${planShortId}/specs/${specShortId}`);
        return [readiness, body.spec.readiness];
      }),
    );
  }

  /** Returns the first spec of a plan in work that its person can claim by its name, releasing it again. */
  async firstByName(by: Person): Promise<string | null> {
    const { cycles = [] } = (await by.get(`/v1/next?projectSlug=${this.slug}`)).body;
    const inCycles = new Set(cycles.flatMap(({ specs }: { specs: string[] }) => specs));
    for (const spec of await this.specs()) {
      const [plan, read] = [await by.get(spec.plan), await by.get(spec.path)];
      if (plan.status !== 200 || read.status !== 200) continue;
      if (!["READY", "PUSHED", "BUILDING"].includes(plan.body.plan.status)) continue;
      const { status, readiness } = read.body.spec;
      if (status !== "TODO" || readiness < 2) continue;
      if (inCycles.has(`PLAN-${spec.plan_number}/SPEC-${spec.number}`)) continue;
      const answer = await by.post("/v1/claims", { spec: spec.id, budget: 0 });
      if (answer.status !== 201) continue;
      await by.post(`/v1/claims/${answer.body.claim.id}/release`, {});
      return spec.id;
    }
    return null;
  }
}

export const actions = {
  makePlan: async (random, { by, one, choice }) => {
    const parent = choice % 2 === 0 ? await random.plan(one) : undefined;
    const body = parent ? { parentPlanId: parent.id } : { visibility: choice % 3 === 0 ? "PRIVATE" : "TEAM" };
    return random.person({ by }).post(`${random.path}/plans`, { name: "A plan", ...body });
  },
  makeSpecs: async (random, { by, one, choice }) => {
    const plan = await random.plan(one);
    const specs = [
      { ref: "a", title: "A spec", readiness: 4 },
      { title: "A spec", needsFirst: ["a"], readiness: 3, effort: (choice % 5) + 1 },
      { title: "A spec", content: "It works.\n\n## Open questions\n\n- Why?", status: statuses[choice % 4] },
    ];
    return plan ? random.person({ by }).post(`${plan.path}/specs/batch`, { specs }) : null;
  },
  changeSpecs: async (random, { by, one, other, choice }) => {
    const [spec, needed] = [await random.spec(one), await random.spec(other)];
    if (!spec || !needed) return null;
    const needs = `PLAN-${needed.plan_number}/SPEC-${needed.number}`;
    const specs = [
      { spec: `SPEC-${spec.number}`, needsFirst: choice % 3 === 0 ? [] : [needs], effort: (choice % 5) + 1 },
      { title: "A spec", readiness: 4, needsFirst: [needs] },
    ];
    return random.person({ by }).post(`${spec.plan}/specs/batch`, { specs });
  },
  setStatus: async (random, { by, one, choice }) => {
    const spec = await random.spec(one);
    return spec ? random.person({ by }).patch(spec.path, { status: statuses[choice % 4] }) : null;
  },
  setStatuses: async (random, { by, one, choice }) => {
    const plan = await random.plan(one);
    if (!plan) return null;
    const specs = (await random.specs()).filter(({ plan_id }) => plan_id === plan.id);
    const specShortIds = specs.slice(0, 3).map(({ number }) => `SPEC-${number}`);
    return random.person({ by }).patch(`${plan.path}/specs`, {
      specShortIds,
      changes: { status: statuses[choice % 4] },
    });
  },
  setNeeds: async (random, { by, one, other, choice }) => {
    const spec = await random.spec(one);
    if (!spec) return null;
    const specs = (await random.specs()).filter(
      ({ plan_id, id }) => plan_id === spec.plan_id && id !== spec.id,
    );
    const needsFirst = specs
      .filter((_, n) => (other >> (n % 8)) % 2 === 0)
      .map(({ number }) => `SPEC-${number}`);
    return random.person({ by }).patch(spec.path, {
      needsFirst,
      ...(choice === 0 ? { status: "DONE" } : {}),
    });
  },
  needSpec: async (random, { by, one, other }) => {
    const [from, to] = [await random.spec(one), await random.spec(other)];
    if (!from || !to) return null;
    return random.person({ by }).post(`${from.plan}/dependencies`, { fromSpecId: from.id, toSpecId: to.id });
  },
  needPlan: async (random, { by, one, other }) => {
    const [from, to] = [await random.plan(one), await random.plan(other)];
    if (!from || !to) return null;
    return random.person({ by }).post(`${from.path}/dependencies`, { fromPlanId: from.id, toPlanId: to.id });
  },
  needLess: async (random, { by, one, other }) => {
    const plan = await random.plan(one);
    if (!plan) return null;
    const person = random.person({ by });
    const dependencies = (await person.get(`${plan.path}/dependencies`)).body.dependencies ?? [];
    const found = dependencies[other % Math.max(1, dependencies.length)];
    return found ? person.delete(`${plan.path}/dependencies/${found.id}`) : null;
  },
  deleteSpec: async (random, { by, one }) => {
    const spec = await random.spec(one);
    return spec ? random.person({ by }).delete(spec.path) : null;
  },
  restoreSpec: async (random, { by, one }) => {
    const spec = await random.spec(one, "deleted_specs");
    return spec ? random.person({ by }).post(`${spec.path}/restore`) : null;
  },
  moveSpec: async (random, { by, one, other }) => {
    const [spec, plan] = [await random.spec(one), await random.plan(other)];
    return spec && plan ? random.person({ by }).post(`${spec.path}/move`, { planId: plan.id }) : null;
  },
  archivePlan: async (random, { by, one }) => {
    const plan = await random.plan(one);
    return plan ? random.person({ by }).post(`${plan.path}/archive`) : null;
  },
  restorePlan: async (random, { by, one }) => {
    const plan = await random.plan(one);
    return plan ? random.person({ by }).post(`${plan.path}/restore`) : null;
  },
  deletePlan: async (random, { by, one, choice }) => {
    const plan = await random.plan(one);
    return plan && choice % 2 === 0 ? random.person({ by }).delete(plan.path) : null;
  },
  movePlan: async (random, { by, one, other, choice }) => {
    const [plan, parent] = [await random.plan(one), await random.plan(other)];
    if (!plan || !parent) return null;
    const parentPlanId = choice % 3 === 0 ? null : parent.id;
    return random.person({ by }).post(`${plan.path}/move`, { parentPlanId });
  },
  changePlan: async (random, { by, one, choice }) => {
    const plan = await random.plan(one);
    const changes = [
      { status: "READY" },
      { status: "PLANNING" },
      { visibility: "PRIVATE" },
      { visibility: "TEAM" },
      { description: "## Open questions\n\n- Why?" },
      { description: "Settled." },
    ];
    return plan ? random.person({ by }).patch(plan.path, changes[choice % changes.length]) : null;
  },
  handOver: async (random, { by, one, other }) => {
    const plan = await random.plan(one);
    if (!plan) return null;
    return random.person({ by }).post(`${plan.path}/owner`, { userId: random.person({ by: other }).userId });
  },
  share: async (random, { by, one, other, choice }) => {
    const plan = await random.plan(one);
    if (!plan) return null;
    const path = `${plan.path}/shares/${random.person({ by: other }).userId}`;
    return random.person({ by }).put(path, { capability: choice % 2 === 0 ? "EDIT" : "READ" });
  },
  changeSpec: async (random, { by, one, choice }) => {
    const spec = await random.spec(one);
    const changes = [
      { readiness: 5 },
      { readiness: null },
      { readiness: 1 },
      { content: "- [ ] AC-1: Given a user, when they sign in, then they see 5 plans within 200 ms.\n" },
    ];
    return spec ? random.person({ by }).patch(spec.path, changes[choice % changes.length]) : null;
  },
  ask: async (random, { by, one }) => {
    const spec = await random.spec(one);
    if (!spec) return null;
    const question = { body: "Why?", kind: "question", blocking: true };
    return random.person({ by }).post(`/v1/documents/${spec.id}/threads`, question);
  },
  resolve: async (random, { by, one }) => {
    const person = random.person({ by });
    const questions = (await person.get("/v1/questions")).body.questions ?? [];
    const found = questions[one % Math.max(1, questions.length)];
    if (!found) return null;
    return person.post(`/v1/documents/${found.documentId}/threads/${found.id}/resolve`, {});
  },
  claim: async (random, { by, choice }) =>
    random.person({ by }).post("/v1/claims", {
      projectSlug: random.slug,
      budget: 0,
      minReadiness: (choice % 5) + 1,
      maxEffort: 3,
    }),
  endClaim: async (random, { by, choice }) => {
    const person = random.person({ by });
    const [claim] = (await person.get(`/v1/claims?mine=true&projectSlug=${random.slug}`)).body.claims;
    if (!claim) return null;
    const next = choice % 4 === 0 ? { next: { projectSlug: random.slug, budget: 0 } } : {};
    return person.post(
      `/v1/claims/${claim.id}/${choice % 2 === 0 ? "complete" : "release"}`,
      choice % 2 === 0 ? next : {},
    );
  },
  import: async (random, { by, one, choice }) => {
    const specs = Array.from({ length: (choice % 3) + 1 }, (_, n) => ({
      externalRef: String(n),
      title: "Imported",
      status: statuses[(one + n) % 4],
    }));
    const plans = [{ externalRef: `ref-${one % 2}`, name: "Imported", status: "BUILDING", specs }];
    return random.person({ by }).post(`${random.path}/imports`, { plans });
  },
  moveProject: async (random, { by, choice }) => {
    const person = random.person({ by: by % 2 === 0 ? 2 : by });
    if (choice > 1) return null;
    await person.delete(random.path);
    return person.post(`${random.path}/restore`);
  },
} satisfies Record<string, Action>;

export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(Object.keys(actions) as (keyof typeof actions)[]),
    "setStatus",
    "needSpec",
    "needPlan",
  ),
  by: fc.nat(11),
  one: fc.nat(1000),
  other: fc.nat(1000),
  choice: fc.nat(11),
});

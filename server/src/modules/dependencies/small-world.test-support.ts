import fc from "fast-check";

/** Step kinds with their weights; a step's numbers select plans and specs modulo their count. */
const kinds = {
  "link specs": 8,
  "link plans": 7,
  "set needs": 4,
  "add spec": 3,
  "add batch": 2,
  "set status": 4,
  "delete spec": 1,
  "move spec": 4,
  "move plan": 5,
  archive: 2,
  restore: 2,
} as const;
type Kind = keyof typeof kinds;

const choice = fc.nat(11);
export const anySteps = fc.array(
  fc.record({
    kind: fc.oneof(
      ...Object.entries(kinds).map(([kind, weight]) => ({
        arbitrary: fc.constant(kind as Kind),
        weight,
      })),
    ),
    a: choice,
    b: choice,
    c: choice,
  }),
  { minLength: 12, maxLength: 24, size: "max" },
);
export type Steps = typeof anySteps extends fc.Arbitrary<infer S> ? S : never;

export interface PlanModel {
  id: string;
  shortId: string;
  parent: PlanModel | null;
  /** Private to its owner, if it is a root. */
  isPrivate: boolean;
  /** The archived plan: itself or an ancestor. */
  archivedWith: PlanModel | null;
}

export interface SpecModel {
  id: string;
  shortId: string;
  plan: PlanModel;
  isOpen: boolean;
}

type Thing = PlanModel | SpecModel;
export interface Need<T extends Thing = Thing> {
  from: T;
  to: T;
}

export const rootOf = (plan: PlanModel): PlanModel => (plan.parent ? rootOf(plan.parent) : plan);
export const isIn = (plan: PlanModel, top: PlanModel): boolean =>
  plan === top || (plan.parent !== null && isIn(plan.parent, top));
export const nameOf = (spec: SpecModel) => `${spec.plan.shortId}/${spec.shortId}`;

/** A model of a few plans, specs and dependencies that follows the rules literally, by brute force. */
export class SmallWorld {
  plans: PlanModel[] = [];
  specs: SpecModel[] = [];
  specNeeds: Need<SpecModel>[] = [];
  planNeeds: Need<PlanModel>[] = [];

  hasNeed(from: Thing, to: Thing): boolean {
    return [...this.specNeeds, ...this.planNeeds].some((need) => need.from === from && need.to === to);
  }

  /** Returns true if these dependencies would close a cycle, whatever the specs' status. */
  wouldClose(
    added: { specs?: Need<SpecModel>[]; plans?: Need<PlanModel>[] },
    born: SpecModel[] = [],
  ): boolean {
    const specs = [...this.specs, ...born];
    // An empty plan counts as having one spec.
    const empty = this.plans
      .filter((plan) => !specs.some((spec) => spec.plan === plan))
      .map((plan): SpecModel => ({ id: "", shortId: "", plan, isOpen: true }));
    const all = [...specs, ...empty];
    const fresh = pairsOf(all, added.specs ?? [], added.plans ?? []);
    const waits = waysOf([...pairsOf(all, this.specNeeds, this.planNeeds), ...fresh]);
    return fresh.some(({ from, to }) => waits(to).has(from));
  }

  #waits(): { open: SpecModel[]; pairs: Need<SpecModel>[]; waits: (spec: SpecModel) => Set<SpecModel> } {
    const open = this.specs.filter((spec) => spec.isOpen && !spec.plan.archivedWith);
    const live = this.planNeeds.filter(({ from, to }) => !from.archivedWith && !to.archivedWith);
    const pairs = pairsOf(open, this.specNeeds, live);
    return { open, pairs, waits: waysOf(pairs) };
  }

  cycles(): SpecModel[][] {
    const { open, waits } = this.#waits();
    const caught = open.filter((spec) => waits(spec).has(spec));
    const groups = caught.map((spec) =>
      caught.filter((other) => other === spec || (waits(spec).has(other) && waits(other).has(spec))),
    );
    return groups.filter((group, at) => group[0] === caught[at]);
  }

  /** Returns a reader's buildable specs, and those waiting for a buildable one or one in a cycle. */
  next(canRead: (plan: PlanModel) => boolean): { next: SpecModel[]; waiting: SpecModel[] } {
    const { open, pairs } = this.#waits();
    const readable = open.filter(({ plan }) => canRead(plan));
    const caught = new Set(this.cycles().flat());
    const shown = pairs.filter(({ from, to }) => readable.includes(from) && readable.includes(to));
    const next = readable.filter((spec) => !caught.has(spec) && !shown.some(({ from }) => from === spec));
    const waits = waysOf(shown);
    const ends = new Set([...next, ...caught]);
    return { next, waiting: readable.filter((spec) => !waits(spec).isDisjointFrom(ends)) };
  }
}

function pairsOf(
  specs: readonly SpecModel[],
  specNeeds: readonly Need<SpecModel>[],
  planNeeds: readonly Need<PlanModel>[],
): Need<SpecModel>[] {
  const among = specNeeds.filter(({ from, to }) => specs.includes(from) && specs.includes(to));
  const stoodFor = planNeeds.flatMap(({ from, to }) =>
    specs
      .filter(({ plan }) => (isIn(to, from) ? plan === from : isIn(plan, from)))
      .flatMap((one) =>
        specs
          .filter(({ plan }) => (isIn(from, to) ? plan === to : isIn(plan, to)))
          .map((other) => ({ from: one, to: other })),
      ),
  );
  return [...among, ...stoodFor];
}

/** Returns a spec's transitive dependencies, including itself if it is in a cycle. */
function waysOf(pairs: readonly Need<SpecModel>[]): (spec: SpecModel) => Set<SpecModel> {
  return (spec) => {
    const found = new Set<SpecModel>();
    const visit = (one: SpecModel) => {
      for (const { from, to } of pairs) {
        if (from !== one || found.has(to)) continue;
        found.add(to);
        visit(to);
      }
    };
    visit(spec);
    return found;
  };
}

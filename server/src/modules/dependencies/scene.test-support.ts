import type { SpecStatus } from "@groundplan/contract";
import fc from "fast-check";
import type { World } from "../../../test/world.ts";
import { byEveryPath } from "./graph/brute-force.test-support.ts";
import type { GraphEdge } from "./graph/index.ts";

/**
 * The plans with their ancestors: three nested ones, a sibling; outside them a public, a private and an
 * archived one.
 */
const above = {
  top: ["top"],
  middle: ["middle", "top"],
  bottom: ["bottom", "middle", "top"],
  beside: ["beside", "top"],
  outside: ["outside"],
  secret: ["secret"],
  archived: ["archived"],
} as const;
type Name = keyof typeof above;
const names = Object.keys(above) as Name[];
const isBelow = (plan: Name, top: Name) => (above[plan] as readonly Name[]).includes(top);

interface Drawn {
  specs: { plan: Name; effort: number | null; status: SpecStatus }[];
  needs: { from: number; to: number }[];
  planNeeds: { from: Name; to: Name }[];
}

const name = fc.constantFrom(...names);
const end = fc.nat(7);
export const anyScene: fc.Arbitrary<Drawn> = fc.record({
  specs: fc.array(
    fc.record({
      plan: name,
      effort: fc.option(fc.integer({ min: 1, max: 5 })),
      status: fc.constantFrom<SpecStatus>("TODO", "TODO", "TODO", "IN_PROGRESS", "DONE", "CANCELLED"),
    }),
    { minLength: 1, maxLength: 8, size: "max" },
  ),
  needs: fc.array(fc.record({ from: end, to: end }), { maxLength: 8, size: "max" }),
  planNeeds: fc.array(fc.record({ from: name, to: name }), { maxLength: 3, size: "max" }),
});

type Scene = Awaited<ReturnType<typeof buildScene>>;
type Sees = "all" | "no private plan";

let scenes = 0;

/** Builds the scene through the API, without dependencies that the API refuses. */
export async function buildScene(world: World, drawn: Drawn) {
  const { alice, bob } = world;
  const slug = `scene-${scenes++}`;
  await alice.post("/v1/projects", { name: "Scene", slug });
  const path = `/v1/projects/${slug}`;
  const plans = new Map<Name, { id: string; shortId: string }>();
  for (const plan of names) {
    const parent = plans.get(above[plan][1] ?? plan);
    const { body } = await bob.post(`${path}/plans`, {
      name: plan,
      ...(parent ? { parentPlanId: parent.id } : { visibility: plan === "secret" ? "PRIVATE" : "TEAM" }),
    });
    plans.set(plan, body.plan);
  }
  const handle = (plan: Name) => plans.get(plan)?.shortId ?? "";
  const idOf = (plan: Name) => plans.get(plan)?.id;
  const specs: (Drawn["specs"][number] & { id: string; handle: string })[] = [];
  for (const spec of drawn.specs) {
    const { plan, effort, status } = spec;
    const { body } = await bob.post(`${path}/plans/${handle(plan)}/specs`, { title: plan, effort, status });
    specs.push({ ...spec, id: body.spec.id, handle: body.spec.shortId });
  }
  const needs: GraphEdge[] = [];
  for (const { from, to } of drawn.needs) {
    const [a, b] = [specs[from], specs[to]];
    if (!a || !b || needs.some((need) => need.from === from && need.to === to)) continue;
    const body = { fromSpecId: a.id, toSpecId: b.id };
    const { status } = await bob.post(`${path}/plans/${handle(a.plan)}/dependencies`, body);
    if (status === 201) needs.push({ from, to });
  }
  const planNeeds: Drawn["planNeeds"] = [];
  for (const { from, to } of drawn.planNeeds) {
    const body = { fromPlanId: idOf(from), toPlanId: idOf(to) };
    const { status } = await bob.post(`${path}/plans/${handle(from)}/dependencies`, body);
    if (status === 201) planNeeds.push({ from, to });
  }
  await bob.post(`${path}/plans/${handle("archived")}/archive`);
  return { slug, path, handle, specs, needs, planNeeds };
}

const isOpen = ({ status }: { status: SpecStatus }) => status === "TODO" || status === "IN_PROGRESS";

function ends({ from, to }: { from: Name; to: Name }): { froms: Name[]; tos: Name[] } {
  const froms = names.filter((plan) => (isBelow(to, from) ? plan === from : isBelow(plan, from)));
  const tos = names.filter((plan) => (isBelow(from, to) ? plan === to : isBelow(plan, to)));
  return { froms, tos };
}

/** Computes the expected answer of `GET …/graph`, with every edge between specs expanded. */
export function expectedGraph(scene: Scene, root: Name, sees: Sees) {
  const counts = (plan: Name) => plan !== "archived" && (plan !== "secret" || sees === "all");
  const inTree = (plan: Name) => isBelow(plan, root);
  const order = names.filter(inTree);
  const all = scene.specs.map((spec, id) => ({ ...spec, id, shown: inTree(spec.plan) }));
  const tree = all
    .filter((spec) => spec.shown)
    .toSorted((a, b) => order.indexOf(a.plan) - order.indexOf(b.plan));
  const treeIds = new Set(tree.map((spec) => spec.id));
  const openIds = new Set(tree.filter(isOpen).map((spec) => spec.id));
  const edges: GraphEdge[] = scene.needs.filter(({ from }) => treeIds.has(Number(from)));
  const outside = all.filter(
    (spec) =>
      !spec.shown &&
      counts(spec.plan) &&
      isOpen(spec) &&
      edges.some((edge) => openIds.has(Number(edge.from)) && edge.to === spec.id),
  );
  const wholes: { id: string; effort: null; status: SpecStatus; shown: false }[] = [];
  const written = [...edges];
  for (const need of scene.planNeeds.filter(({ to }) => counts(to))) {
    const { froms, tos } = ends(need);
    const waiting = tree.filter((spec) => froms.includes(spec.plan));
    const needed = all.filter((spec) => tos.includes(spec.plan) && counts(spec.plan) && isOpen(spec));
    const far = !inTree(need.to) && needed.length > 0 && waiting.some(isOpen);
    if (far) wholes.push({ id: need.to, effort: null, status: "TODO", shown: false });
    for (const { id: from } of waiting) {
      if (far) written.push({ from, to: need.to });
      else if (inTree(need.to)) for (const { id: to } of needed) written.push({ from, to });
    }
  }
  const once = wholes.filter((one, place) => wholes.findIndex(({ id }) => id === one.id) === place);
  const computed = [...tree, ...outside.map((spec) => ({ ...spec, status: "TODO" as const })), ...once];
  const graph = byEveryPath<(typeof computed)[number]>(computed, written);
  const handleOf = (spec: (typeof tree)[number]) =>
    spec.plan === root ? spec.handle : `${scene.handle(spec.plan)}/${spec.handle}`;
  const named = (nodes: readonly (typeof computed)[number][]) =>
    tree.filter((spec) => nodes.some(({ id }) => id === spec.id)).map(handleOf);
  const handleAt = (id: unknown) => tree.filter((spec) => spec.id === id).map(handleOf)[0];
  const cycles = graph.cycles.map(named);
  const path = graph.criticalPath.flatMap(({ id }) => handleAt(id) ?? []);
  return {
    nodes: tree.map((spec, place) => ({
      planShortId: scene.handle(spec.plan),
      specShortId: spec.handle,
      title: spec.plan,
      effort: spec.effort,
      readiness: 1, // They have no text.
      status: spec.status,
      ...graph.positions[place],
    })),
    edges: inOrder(
      edges
        .filter(({ to }) => treeIds.has(Number(to)))
        .map(({ from, to }) => ({ from: handleAt(from), to: handleAt(to) })),
    ),
    waves: graph.waves.map(named),
    criticalPath: path,
    unestimated: unestimatedOf(tree.filter(isOpen)),
    criticalPathUnestimated: unestimatedOf(graph.criticalPath.filter(({ id }) => handleAt(id) !== undefined)),
    next: named(graph.next),
    ...(cycles.length > 0 ? { cycles } : {}),
  };
}

const unestimatedOf = (some: readonly { effort: number | null }[]) =>
  some.filter(({ effort }) => effort === null).length;

export const inOrder = <E>(edges: readonly E[]): E[] =>
  edges.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Returns the scene's buildable specs by plan and position. */
export function expectedNext(scene: Scene, sees: Sees): string[] {
  const counts = (plan: Name) => plan !== "archived" && (plan !== "secret" || sees === "all");
  const open = scene.specs
    .map((spec, id) => ({ ...spec, id }))
    .filter((spec) => counts(spec.plan) && isOpen(spec));
  const isHeld = (spec: (typeof open)[number]) =>
    scene.needs.some(({ from, to }) => from === spec.id && open.some(({ id }) => id === to)) ||
    scene.planNeeds.some((need) => {
      const { froms, tos } = ends(need);
      return counts(need.to) && froms.includes(spec.plan) && open.some(({ plan }) => tos.includes(plan));
    });
  return names.flatMap((plan) =>
    open
      .filter((spec) => spec.plan === plan && !isHeld(spec))
      .map((spec) => `${scene.handle(plan)}/${spec.handle}`),
  );
}

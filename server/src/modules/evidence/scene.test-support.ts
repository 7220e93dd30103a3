import { beforeEach } from "vitest";
import { signedInBrowser } from "../../../test/browser.ts";
import type { databases } from "../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec } from "../plans/scene.test-support.ts";

export const project = "/v1/projects/web";

export const textOf = (items: readonly string[]) =>
  `Orders.\n\n## Acceptance criteria\n\n${items.map((item, index) => `${index + 1}. ${item}`).join("\n")}\n`;
export const twoCriteria = textOf(["AC-1: An empty order is 400.", "A full order is 201."]);

/** A pass of a criterion by a run. */
export const run = (criterion: string | number, more: object = {}) => ({
  criterion,
  result: "passed",
  kind: "run",
  ref: "https://ci.example/1",
  checks: 3,
  ...more,
});

/** Sets up a world with a new plan of Bob's and a spec of two criteria for each test. */
export function setUpEvidence(create: (typeof databases)[number]["create"]) {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const scene = { plan: { id: "", path: "", shortId: "" }, spec: { id: "", path: "", shortId: "" } };
  beforeEach(async () => {
    scene.plan = await newPlan(world.bob, project);
    scene.spec = await newSpec(world.bob, scene.plan, { content: twoCriteria });
  });
  const setPolicy = (evidence: string, reviewer = "anyone") =>
    world.alice.patch("/v1/workspace", { evidence, reviewer });
  const add = (by: Person, ...evidence: object[]) => by.post(`${scene.spec.path}/evidence`, { evidence });
  const read = async () => (await world.bob.get(scene.spec.path)).body.spec;
  const taken = async (by: Person) =>
    (await by.post("/v1/claims", { spec: scene.spec.id, budget: 0 })).body.claim;
  const complete = (by: Person, claim: { id: string }, ...evidence: object[]) =>
    by.post(`/v1/claims/${claim.id}/complete`, evidence.length > 0 ? { evidence } : undefined);
  const headerOf = (claim: { id: string; fence: number }) => ({ claim: `${claim.id}.${claim.fence}` });
  /** The person in a session of the console. */
  const atConsole = async (person: Person) => {
    const { browser, session } = await signedInBrowser(world, person);
    return browser.token(session);
  };
  return { world, scene, setPolicy, add, read, taken, complete, headerOf, atConsole };
}

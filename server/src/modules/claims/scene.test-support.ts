import type { Claim, SpecStatus } from "@groundplan/contract";
import { afterEach, beforeEach, expect } from "vitest";
import type { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";

export const project = "/v1/projects/web";
/** A spec that can be claimed without being named. */
export const ready = {
  content: "Orders without lines are refused.\n\n## Acceptance criteria\n\n1. AC-1: An empty order is 400.\n",
  effort: 2,
  readiness: 4,
};

/** Sets up a world with a new plan of Bob's for each test, and returns it with requests about claims. */
export function setUpClaims(create: (typeof databases)[number]["create"]) {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const scene = { plan: { id: "", path: "", shortId: "" } };
  beforeEach(async () => {
    scene.plan = await newPlan(world.bob, project);
    await world.bob.patch(scene.plan.path, { status: "READY" });
  });
  // An archived plan's claims end, so that none counts for the next test.
  afterEach(async () => {
    const { plans } = (await world.bob.get(`${project}/plans?limit=200`)).body;
    for (const { shortId } of plans) await world.bob.post(`${project}/plans/${shortId}/archive`);
  });

  const spec = (body: Record<string, unknown> = {}) => newSpec(world.bob, scene.plan, { ...ready, ...body });
  const inPlan = (body: Record<string, unknown> = {}) => ({ planShortId: scene.plan.shortId, ...body });
  const take = (by: Person, body: Record<string, unknown> = inPlan()) => by.post("/v1/claims", body);
  const taken = async (by: Person, body?: Record<string, unknown>): Promise<Claim> => {
    const answer = await take(by, body);
    expect(outcome(answer)).toBe("201");
    return answer.body.claim;
  };
  const named = ({ shortId }: { shortId: string }, more: Record<string, unknown> = {}) => ({
    spec: `${scene.plan.shortId}/${shortId}`,
    ...more,
  });
  /** Bob with another key. */
  const otherKey = async () => {
    const { userId, email } = world.bob;
    return world.personOf({ name: "bob", userId, email, key: await world.key(email, "acme", "write") });
  };
  const header = ({ id, fence }: Claim) => ({ claim: `${id}.${fence}` });
  const statusOf = async ({ path }: { path: string }): Promise<SpecStatus> =>
    (await world.alice.get(path)).body.spec.status;
  const stateOf = async ({ id }: Claim) => (await world.alice.get(`/v1/claims/${id}`)).body.claim.state;
  /** Lets a lease run out. */
  const runOut = async ({ id }: Claim) => {
    const until = new Date(Date.now() - 1000).toISOString();
    await withRows(world, (db) => db.updateTable("claims").set({ until }).where("id", "=", id).execute());
  };
  return { world, scene, spec, inPlan, take, taken, named, otherKey, header, statusOf, stateOf, runOut };
}

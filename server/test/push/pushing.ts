import { databases } from "../databases.ts";
import type { Answer } from "../world.ts";
import { expectOk, type Scene, workOn } from "./scene.ts";
import { standIns } from "./stand-in.ts";

/**
 * Returns the trackers to test on a database: Linear on PostgreSQL, the rest on SQLite, since database and
 * tracker affect a rule independently; all in `test:long`.
 */
export const trackersOn = (create: (typeof databases)[number]["create"]) =>
  (Object.keys(standIns) as (keyof typeof standIns)[]).filter(
    (tracker) => process.env.LONG || (tracker === "linear") === (create === databases[1]?.create),
  );

export const eachTracker = databases.flatMap((database) =>
  trackersOn(database.create).map((tracker) => ({ ...database, tracker, start: standIns[tracker] })),
);

/** A separate plan, pushed to a stand-in. */
export interface SmallPlace {
  mark: string;
  target: string;
  project: string;
  plan: string;
  /** Maps `SPEC-1` to the spec's path. */
  spec(handle: string): string;
}

export interface SpecBody {
  title: string;
  content?: string;
  effort?: number;
  /** Titles of needed specs. */
  needsFirst?: string[];
}

/** Creates a project with one plan, "Launch", with these specs; titles end with the place's mark. */
export async function smallPlace(scene: Scene, specs: SpecBody[], more = {}): Promise<SmallPlace> {
  const { world, standIn } = scene;
  const { alice } = world;
  const n = scene.taken++;
  const mark = ` #${n}`;
  const { target, name } = standIn.target(n);
  const project = `/v1/projects/p${n}`;
  expectOk(await alice.post("/v1/projects", { name: `p${n}` }));
  expectOk(await alice.put(`${project}/tracker`, { provider: standIn.provider, target }));
  const made = await alice.post(`${project}/plans`, { name: `Launch${mark}`, description: "Why.", ...more });
  const plan = `${project}/plans/${expectOk(made).body.plan.shortId}`;
  const marked = specs.map((spec) => ({ ref: spec.title, ...spec, title: `${spec.title}${mark}` }));
  if (specs.length > 0) expectOk(await alice.post(`${plan}/specs/batch`, { specs: marked }));
  return { mark, target: name, project, plan, spec: (handle) => `${plan}/specs/${handle}` };
}

/** Pushes to the end and returns the result with its items. */
export async function push(scene: Scene, path: string, body = {}): Promise<Answer["body"]> {
  const { alice } = scene.world;
  const headers = { prefer: "respond-async" };
  const { pushId } = expectOk(await alice.post(`${path}/push`, body, headers)).body.push;
  await workOn(scene);
  return expectOk(await alice.get(`${path}/pushes/${pushId}`)).body.push;
}

/** Pushes and waits for the answer, which may be an error. */
export async function pushAndWait(scene: Scene, path: string, body = {}): Promise<Answer> {
  const answer = scene.world.alice.post(`${path}/push`, body);
  await workOn(scene);
  return answer;
}

export async function keyOf({ world }: Scene, spec: string): Promise<string> {
  return expectOk(await world.alice.get(spec)).body.spec.external[0].key;
}

export async function statusOf({ world }: Scene, plan: string): Promise<Answer["body"]> {
  return expectOk(await world.alice.get(`${plan}/push-status`)).body.pushStatus[0];
}

/** Returns the number of plans and specs that the next push would touch. */
export async function changedCount({ world }: Scene, plan: string): Promise<number> {
  return expectOk(await world.alice.get(`${plan}/push-status`)).body.pushStatus[0].changedCount;
}

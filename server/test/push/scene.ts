import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { claimJob, failJob, finishJob } from "../../src/jobs/queue.ts";
import { RunLater } from "../../src/jobs/runner.ts";
import { runPush } from "../../src/modules/push/execute/run-push.ts";
import { jobKindOfPush } from "../../src/modules/push/routes/start-push.ts";
import type { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { type Answer, openWorld, type World } from "../world.ts";
import { type Crash, type CrashingTracker, crashingTracker } from "./crashes/crashing-tracker.ts";
import type { StandIn } from "./stand-in.ts";

/** A test service with a stand-in, whose jobs run manually. */
export interface Scene {
  world: World;
  standIn: StandIn;
  mortal: CrashingTracker;
  taken: number;
  close(): Promise<void>;
}

export interface Place {
  /** The suffix of all titles of this place. */
  mark: string;
  target: string;
  main: string;
  sub: string;
}

export async function openScene(
  create: (typeof databases)[number]["create"],
  start: () => Promise<StandIn>,
  options: { wrap?: (mortal: CrashingTracker) => CrashingTracker; env?: Record<string, string> } = {},
): Promise<Scene> {
  const standIn = await start();
  const life = (options.wrap ?? ((one) => one))(crashingTracker());
  const env = { ...standIn.env, GROUNDPLAN_PUSH_SETTLE_MS: "60", ...options.env };
  const world = await openWorld(create, { env, jobs: "off", openTracker: life.openTracker });
  expectOk(await world.alice.post(`/v1/connectors/${standIn.connector}/connect`, standIn.connect));
  const close = async () => {
    await world.close();
    await standIn.close();
    expect(standIn.violations).toEqual([]);
  };
  return { world, standIn, mortal: life, taken: 0, close };
}

/** Creates "Launch" with seven specs, one nested, and sub-plan "Shop" with three: 12 items. */
export async function freshPlace({ world: { alice }, standIn }: Scene, n: number): Promise<Place> {
  const mark = ` #${n}`;
  const { target, name } = standIn.target(n);
  const project = `/v1/projects/p${n}`;
  expectOk(await alice.post("/v1/projects", { name: `p${n}` }));
  expectOk(await alice.put(`${project}/tracker`, { provider: standIn.provider, target }));
  const plan = async (body: object) =>
    expectOk(await alice.post(`${project}/plans`, body)).body.plan.shortId as string;
  const mainId = await plan({ name: `Launch${mark}`, description: "Why and how." });
  const subId = await plan({ name: `Shop${mark}`, parentPlanId: mainId });
  const [main, sub] = [`${project}/plans/${mainId}`, `${project}/plans/${subId}`];
  const spec = (ref: string, more: object = {}) => ({ ref, title: `${ref}${mark}`, ...more });
  const specs = [
    spec("Albums", { content: "## Acceptance criteria\n1. They open.", effort: 3 }),
    spec("Photos", { parentSpecId: "Albums" }),
    spec("Search", { needsFirst: ["Albums"] }),
    spec("Tags", { needsFirst: ["Albums", "Search"] }),
    spec("Login"),
    spec("Profile", { needsFirst: ["Login"] }),
    spec("Export", { needsFirst: ["Photos", "Login"] }),
  ];
  expectOk(await alice.post(`${main}/specs/batch`, { specs }));
  const shop = [spec("Cart"), spec("Pay", { needsFirst: ["Cart"] }), spec("Refund", { needsFirst: ["Pay"] })];
  expectOk(await alice.post(`${sub}/specs/batch`, { specs: shop }));
  expectOk(await alice.post(`${sub}/dependencies`, { fromPlanId: subId, toPlanId: mainId }));
  return { mark, target: name, main, sub };
}

/** Returns the issues after pushing a fresh place. Not every tracker nests containers. */
export const whole = (subUnderMain: boolean) => ({
  Launch: { parent: null, needs: [] },
  Shop: { parent: subUnderMain ? "Launch" : null, needs: ["Launch"] },
  Albums: { parent: "Launch", needs: [] },
  Photos: { parent: "Albums", needs: [] },
  Search: { parent: "Launch", needs: ["Albums"] },
  Tags: { parent: "Launch", needs: ["Albums", "Search"] },
  Login: { parent: "Launch", needs: [] },
  Profile: { parent: "Launch", needs: ["Login"] },
  Export: { parent: "Launch", needs: ["Login", "Photos"] },
  Cart: { parent: "Shop", needs: [] },
  Pay: { parent: "Shop", needs: ["Cart"] },
  Refund: { parent: "Shop", needs: ["Pay"] },
});

/** Edits text and effort, title, parent, and dependencies. */
export async function editEverything(
  { world: { alice } }: Pick<Scene, "world">,
  { mark, main }: Place,
): Promise<void> {
  const patch = async (spec: number, body: object) =>
    expectOk(await alice.patch(`${main}/specs/SPEC-${spec}`, body));
  await patch(1, { content: "## Acceptance criteria\n1. They open at once.", effort: 5 });
  await patch(3, { title: `Find${mark}` });
  await patch(2, { parentSpecId: "SPEC-5" });
  await patch(4, { needsFirst: ["SPEC-1"] });
  await patch(7, { needsFirst: [] });
  await patch(5, { needsFirst: ["SPEC-4"] });
}

/** Returns the issues after these edits. */
export function edited(subUnderMain: boolean) {
  const { Search: _, ...rest } = whole(subUnderMain);
  return {
    ...rest,
    Find: { parent: "Launch", needs: ["Albums"] },
    Photos: { parent: "Login", needs: [] },
    Tags: { parent: "Launch", needs: ["Albums"] },
    Export: { parent: "Launch", needs: [] },
    Login: { parent: "Launch", needs: ["Tags"] },
  };
}

export function expectOk(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

export type How = "died" | "asleep" | "ended" | "nothing to do";

/** Runs a due push job as a separate worker, whose lease expires at once. */
export async function work({ world, mortal: { live } }: Scene, death: Crash | null): Promise<How> {
  const job = await world.command(claimJob, { leaseSeconds: 0 });
  if (!job) return "nothing to do";
  const claim = { id: job.id, fence: job.fence };
  const run = { claim, attempt: job.attempts, signal: new AbortController().signal };
  const life = async (): Promise<How> => {
    try {
      await runPush(world.context, JSON.parse(job.payload), run);
      await world.command(finishJob, { ...claim, next: null });
      return "ended";
    } catch (error) {
      if (!(error instanceof RunLater)) throw error;
      await world.command(failJob, {
        ...claim,
        error: null,
        retrySeconds: error.seconds,
        attempts: job.attempts,
      });
      return "asleep";
    }
  };
  return live(life, death);
}

/** Runs due push jobs until one push has ended. */
export async function workOn(scene: Scene): Promise<void> {
  for (let how = await work(scene, null); how !== "ended"; how = await work(scene, null)) await pause(25);
}

export async function startPush({ world: { alice } }: Scene, place: Place, body = {}): Promise<string> {
  const headers = { prefer: "respond-async" };
  return expectOk(await alice.post(`${place.main}/push`, body, headers)).body.push.pushId;
}

/** Returns whether the ledger matches the tracker's items of this place one to one, with nothing open. */
export async function ledgerOf(
  { world, standIn }: { world: { context: Pick<World["context"], "db"> }; standIn: Pick<StandIn, "ids"> },
  place: Pick<Place, "mark" | "target">,
): Promise<string> {
  const rows = await world.context.db
    .selectFrom("push_items")
    .innerJoin("plans", "plans.id", "push_items.plan_id")
    .select(["push_items.kind", "push_items.state", "push_items.external_id"])
    .where("push_items.target", "=", place.target)
    .where("plans.name", "like", `%${place.mark}`)
    .execute();
  const known = rows.flatMap((row) => row.external_id ?? []).toSorted();
  const there = await standIn.ids(place.mark);
  const isOpen = rows.filter(({ state }) => state !== "sent");
  return known.join() === there.join() && isOpen.length === 0
    ? "knows each once"
    : `${known} | ${there} | ${JSON.stringify(isOpen)}`;
}

/** Ends all waits of pushes; without `limits`, the tracker still refuses calls. */
export function allWaitsAreOver({ world }: Scene, limits = true): Promise<void> {
  return withRows(world, async (db) => {
    await db
      .updateTable("jobs")
      .set({ run_at: new Date(0).toISOString() })
      .where("state", "=", "waiting")
      .where("kind", "=", jobKindOfPush)
      .execute();
    if (!limits) return;
    await db.deleteFrom("tracker_limits").execute();
    await db.updateTable("pushes").set({ waits_until: null }).execute();
  });
}

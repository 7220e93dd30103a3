import { faults as ofJira } from "@groundplan/tracker-stand-ins/jira";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { githubTracker } from "../../src/modules/trackers/github/tracker.ts";
import { ungoverned } from "../../src/modules/trackers/limits/governor.ts";
import type { OpenTracker } from "../../src/modules/trackers/registry.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { patient } from "./patient.ts";
import {
  allWaitsAreOver,
  expectOk,
  freshPlace,
  openScene,
  type Scene,
  startPush,
  work,
  workOn,
} from "./scene.ts";
import { githubStandIn, jiraStandIn } from "./stand-in.ts";

const itself = "https://api.github.com";

describe.each(databases)("on $database, towards api.github.com", ({ create }) => {
  let scene: Scene;
  let url = "";
  /** Opens an adapter that treats the stand-in as api.github.com. */
  const open: OpenTracker = async ({ outbound }, { secret, account, governor = ungoverned }) =>
    githubTracker({
      baseUrl: itself,
      fetch: (address, init) => outbound.trustedFetch(String(address).replace(itself, url), init),
      secret,
      account,
      governor,
    });

  beforeAll(async () => {
    const start = async () => {
      const standIn = await githubStandIn();
      url = standIn.env.GROUNDPLAN_GITHUB_API_URL ?? "";
      return standIn;
    };
    scene = await openScene(create, start, {
      env: patient,
      wrap: (mortal) => ({ ...mortal, openTracker: open }),
    });
  });
  afterAll(() => scene.close());

  async function planOf(specs: number): Promise<string> {
    const { alice } = scene.world;
    const n = scene.taken++;
    const plans = `/v1/projects/p${n}/plans`;
    const { target } = scene.standIn.target(n);
    expectOk(await alice.post("/v1/projects", { name: `p${n}` }));
    expectOk(await alice.put(`/v1/projects/p${n}/tracker`, { provider: "tracker_c", target }));
    const main = `${plans}/${expectOk(await alice.post(plans, { name: `Launch #${n}` })).body.plan.shortId}`;
    const titles = Array.from({ length: specs }, (_, s) => ({ title: `S${s} #${n}` }));
    for (let first = 0; first < specs; first += 100)
      expectOk(await alice.post(`${main}/specs/batch`, { specs: titles.slice(first, first + 100) }));
    return main;
  }
  const pushOf = async (main: string) => {
    const { pushId } = expectOk(await scene.world.alice.post(`${main}/push`, {}, { prefer: "respond-async" }))
      .body.push;
    return async () => (await scene.world.alice.get(`${main}/pushes/${pushId}`)).body.push;
  };
  /** Sets the hour's used quota, and the minutes since its start. */
  const made = (used: number, minutesAgo: number) =>
    withRows(scene.world, async (db) => {
      const { workspace_id, id } = await db.selectFrom("connections").selectAll().executeTakeFirstOrThrow();
      const window_from = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      const row = { used, window_from, blocked_until: null, free_at: null };
      await db.deleteFrom("tracker_limits").execute();
      await db
        .insertInto("tracker_limits")
        .values({ workspace_id, connection_id: id, name: "content", ...row })
        .execute();
    });

  it("all pushes together create 400 items an hour; the rest waits, and users see how long", async () => {
    await made(399, 20);
    const main = await planOf(1);
    const told = await pushOf(main);
    scene.standIn.log.length = 0;
    expect(await work(scene, null)).toBe("asleep");
    expect(await told()).toMatchObject({
      status: "running",
      pushedItemCount: 1,
      caveats: ["About 40 minutes are left: GitHub takes 400 new things an hour."],
    });
    expect(scene.standIn.log.filter(({ method }) => method === "POST")).toHaveLength(1);

    await made(400, 60);
    await allWaitsAreOver(scene, false);
    await workOn(scene);
    expect(await told()).toMatchObject({ status: "pushed", pushedItemCount: 2, caveats: [] });
    expect(await scene.standIn.ids(` #${scene.taken - 1}`)).toHaveLength(2);
  });

  it("a push of more than an hour's quota reports it at once, even before it begins", async () => {
    const main = await planOf(210);
    const { push } = expectOk(await scene.world.alice.post(`${main}/push`, { dryRun: true })).body;
    expect(push.caveats[0]).toBe("It would take about 60 minutes: GitHub takes 400 new things an hour.");

    await made(400, 1);
    const told = await pushOf(main);
    expect(await work(scene, null)).toBe("asleep");
    expect((await told()).caveats[0]).toMatch(
      /^About 1[12]\d minutes are left: GitHub takes 400 new things an hour\.$/,
    );
    expectOk(await scene.world.alice.delete(main));
  });
});

describe.each(databases)("on $database, limits that do not cover a whole tracker", ({ create }) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(create, jiraStandIn, { env: patient });
  });
  afterAll(() => scene.close());

  it("Jira's limit of one issue delays that issue, and no other push", async () => {
    const [place, other] = [await freshPlace(scene, scene.taken++), await freshPlace(scene, scene.taken++)];
    await startPush(scene, place);
    await workOn(scene);
    expectOk(await scene.world.alice.patch(`${place.main}/specs/SPEC-1`, { title: `Books${place.mark}` }));
    const fault = ofJira.limited("jira-per-issue-on-write", 600);
    scene.standIn.faults.add({ match: { method: "PUT" }, fault });
    await startPush(scene, place);
    expect(await work(scene, null)).toBe("asleep");

    await startPush(scene, other);
    await workOn(scene);
    const { pushes } = (await scene.world.alice.get(`${other.main}/pushes`)).body;
    expect(pushes).toMatchObject([{ status: "pushed", pushedItemCount: 12 }]);
    await allWaitsAreOver(scene);
    expect(await work(scene, null)).toBe("ended");
    expect(await scene.standIn.had(place.mark)).toHaveProperty("Books");
  });

  it("a server other than the vendor's has no quota unless its answers say so", async () => {
    const rows = await scene.world.context.db.selectFrom("tracker_limits").selectAll().execute();
    expect(rows).toEqual([]);
  });
});

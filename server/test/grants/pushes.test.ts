import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { type Granting, openGranting, opens } from "./scene.ts";

/** All trackers on SQLite, one on PostgreSQL: database and tracker affect a rule independently. */
const places = databases.flatMap((database, index) =>
  (["linear", "jira", "github"] as const)
    .filter((name) => index === 0 || name === "github")
    .map((name) => ({ ...database, name })),
);

describe.each(places)("on $database, pushes to $name by OAuth", ({ create, name }) => {
  let scene: Granting;
  let taken = 0;
  beforeAll(async () => {
    scene = await openGranting(create, name, { env: { GROUNDPLAN_PUSH_WAIT_MS: "200" } });
    const { tracked } = scene;
    expect(await scene.connect()).toBe("/");
    await scene.owner.post("/v1/projects", { name: "Web" });
    const { target, provider } = tracked;
    expect((await scene.owner.put("/v1/projects/web/tracker", { provider, target })).status).toBe(200);
  });
  afterAll(async () => {
    await scene.close();
    expect(scene.tracked.violations).toEqual([]);
  });

  /** Creates a plan with six specs; returns its path and the suffix of its titles. */
  async function plan() {
    const mark = ` #${taken++}`;
    const made = await scene.owner.post("/v1/projects/web/plans", { name: `Launch${mark}` });
    const path = `/v1/projects/web/plans/${made.body.plan.shortId}`;
    const specs = ["Albums", "Photos", "Search", "Tags", "Login", "Export"].map((title) => ({
      title: title + mark,
    }));
    await scene.owner.post(`${path}/specs/batch`, { specs });
    return { path, mark };
  }
  const had = async (mark: string) =>
    (await scene.tracked.titles()).filter((title) => title.endsWith(mark)).toSorted();
  const whole = (mark: string) =>
    ["Albums", "Export", "Launch", "Login", "Photos", "Search", "Tags"].map((title) => title + mark);
  const pushOf = async (path: string) => (await scene.world.alice.get(`${path}/pushes`)).body.pushes[0];
  const ends = (path: string) => expect.poll(async () => (await pushOf(path)).status);

  function beforeSecond(act: () => void) {
    let calls = 0;
    const end = scene.tracked.onRequest((entry) => {
      if (scene.tracked.makes(entry) && ++calls === (name === "github" ? 2 : 1)) {
        act();
        end();
      }
      return undefined;
    });
  }

  function refuse() {
    scene.tracked.vendor.instead = ({ url }, response) => {
      if (!url?.endsWith("token")) return false;
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return true;
    };
  }
  const accept = () => {
    const url = scene.tracked.env.GROUNDPLAN_JIRA_API_URL;
    scene.tracked.vendor.instead = url === undefined ? () => false : opens([url]);
  };

  it("a token that is refused in mid-push is replaced once, and every item is created once", async () => {
    const { path, mark } = await plan();
    beforeSecond(() => scene.tracked.forget());
    await scene.world.alice.post(`${path}/push`, {});
    await ends(path).toBe("pushed");
    expect(await had(mark)).toEqual(whole(mark));
    const external = (await scene.world.alice.get(`${path}/specs/SPEC-1`)).body.spec.external;
    expect(external[0].url).not.toContain("/ex/jira/");
  });

  it("a grant that ends in mid-push suspends the push until somebody connects again", async () => {
    const { path, mark } = await plan();
    beforeSecond(() => {
      scene.tracked.forget();
      refuse();
    });
    await scene.world.alice.post(`${path}/push`, {});
    const waits = () => expect.poll(async () => (await pushOf(path)).caveats.join());
    await waits().toMatch(/^The push waits: .+ ended the connection\. Connect again/);
    expect((await pushOf(path)).status).toBe("running");
    const { connectors } = (await scene.world.bob.get("/v1/connectors")).body;
    expect(connectors.find(({ id }: { id: string }) => id === name).connection.connected).toBe(false);
    const { path: another } = await plan();
    expectError(await scene.world.alice.post(`${another}/push`, {}), "not_connected");
    accept();
    expect(await scene.connect()).toBe("/");
    await ends(path).toBe("pushed");
    expect(await had(mark)).toEqual(whole(mark));
    expect((await pushOf(path)).caveats.join()).not.toContain("waits");
  });

  it("a suspended push ends in part after seven days, and at once if the tracker is disconnected", async () => {
    for (const end of ["seven days", "disconnected"]) {
      const { path } = await plan();
      beforeSecond(() => {
        scene.tracked.forget();
        refuse();
      });
      await scene.world.alice.post(`${path}/push`, {});
      await expect.poll(async () => (await pushOf(path)).caveats.join()).toContain("waits");
      if (end === "disconnected") {
        expect((await scene.owner.delete(`/v1/connectors/${name}/connection`)).status).toBe(200);
      } else {
        const lost_at = new Date(Date.now() - 7 * 24 * 3600_000).toISOString();
        await withRows(scene.world, (db) => db.updateTable("connections").set({ lost_at }).execute());
      }
      const run_at = new Date().toISOString();
      await expect
        .poll(async () => {
          await withRows(scene.world, (db) =>
            db
              .updateTable("jobs")
              .set({ run_at })
              .where("kind", "=", "push.push")
              .where("state", "=", "waiting")
              .execute(),
          );
          return (await pushOf(path)).status;
        })
        .toMatch(end === "disconnected" ? /^(partial|failed)$/ : /^partial$/);
      expect((await pushOf(path)).caveats[0]).toMatch(
        end === "disconnected" ? /was disconnected/ : /No one did for seven days/,
      );
      accept();
      expect(await scene.connect()).toBe("/");
    }
  });
});

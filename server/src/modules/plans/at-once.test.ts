import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, Person, setUpWorld } from "../../../test/world.ts";
import { newPlan, outcome } from "./scene.test-support.ts";

const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  const times = <T>(count: number, make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)));
  const specCount = async (planId: string) => {
    const specs = world.context.db.selectFrom("specs").select(({ fn }) => fn.countAll().as("count"));
    return Number((await specs.where("plan_id", "=", planId).executeTakeFirstOrThrow()).count);
  };

  it("gives 40 plans created at once distinct consecutive numbers", async () => {
    const before = await newPlan(world.bob, project);
    const people = [world.alice, world.bob, world.carol];
    const plans = await times(40, (n) => newPlan(people[n % 3] ?? world.bob, project));
    const first = Number(before.shortId?.slice(5)) + 1;
    const numbers = plans.map(({ shortId }) => Number(shortId?.slice(5))).sort((a, b) => a - b);
    expect(numbers).toEqual(plans.map((_, n) => first + n));
  });

  it("gives 40 specs created at once distinct consecutive numbers, and counts them", async () => {
    const plan = await newPlan(world.bob, project);
    const answers = await times(40, (n) =>
      n % 4 === 0
        ? world.carol.post(`${plan.path}/specs/batch`, { specs: [{ title: "a" }, { title: "b" }] })
        : world.bob.post(`${plan.path}/specs`, { title: "c" }),
    );
    const specs = answers.flatMap(({ body }) => body.specs ?? [body.spec]);
    const numbers = specs.map(({ shortId }) => Number(shortId.slice(5))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect((await world.bob.get(plan.path)).body.plan.specCount).toBe(50);
  });

  /** Starts eight writers that write until refused; sends `stop` once some writes are answered. */
  async function writeUntilRefused(
    write: () => Promise<Answer>,
    stop: () => Promise<Answer>,
    planId: string,
  ) {
    const said: string[] = [];
    let stopping: Promise<void> | undefined;
    let stopped = false;
    let rows = -1;
    await times(8, async () => {
      for (let last = "201"; last === "201"; said.push(last)) {
        if (said.length > 20) {
          stopping ??= stop().then(async (answer) => {
            expect(outcome(answer)).toBe("200");
            stopped = true;
            rows = await specCount(planId);
          });
        }
        const startedAfter = stopped;
        last = outcome(await write());
        if (startedAfter) expect(last).not.toBe("201");
      }
    });
    await stopping;
    const acknowledged = said.filter((one) => one === "201").length;
    return { acknowledged, rows, refusals: new Set(said.filter((one) => one !== "201")) };
  }

  it("lets no write to a plan succeed after its archive is answered", async () => {
    for (let round = 0; round < 3; round++) {
      const plan = await newPlan(world.bob, project);
      const { acknowledged, rows, refusals } = await writeUntilRefused(
        () => world.carol.post(`${plan.path}/specs`, { title: "x" }),
        () => world.bob.post(`${plan.path}/archive`),
        plan.id,
      );
      expect(refusals).toEqual(new Set(["409 plan_archived"]));
      expect([rows, await specCount(plan.id)]).toEqual([acknowledged, acknowledged]);
    }
  });

  it("lets a key that is revoked during its writes write nothing after the answer", async () => {
    const { bob } = world;
    for (let round = 0; round < 3; round++) {
      const plan = await newPlan(bob, project);
      const leaked = new Person(world, bob.userId, bob.email, await world.key(bob.email, "acme", "write"));
      const id = (await leaked.get("/v1/me")).body.credential.id;
      const { acknowledged, rows, refusals } = await writeUntilRefused(
        () => leaked.post(`${plan.path}/specs`, { title: "x" }),
        () => bob.delete(`/v1/api-keys/${id}`),
        plan.id,
      );
      expect(refusals).toEqual(new Set(["401 unauthorized"]));
      expect([rows, await specCount(plan.id)]).toEqual([acknowledged, acknowledged]);
    }
  });

  it("lets a key revoke itself during its own writes", async () => {
    const secret = await world.key(world.bob.email, "acme", "write");
    const leaving = new Person(world, world.bob.userId, world.bob.email, secret);
    const plan = await newPlan(leaving, project);
    const id = (await leaving.get("/v1/me")).body.credential.id;
    const said = await times(20, async (n) =>
      outcome(
        n === 8
          ? await leaving.delete(`/v1/api-keys/${id}`)
          : await leaving.patch(plan.path, { name: `name ${n}` }),
      ),
    );
    expect(said[8]).toBe("200");
    expect([...new Set(said)].filter((answer) => answer !== "200" && answer !== "401 unauthorized")).toEqual(
      [],
    );
    expect(outcome(await leaving.patch(plan.path, { name: "after" }))).toBe("401 unauthorized");
    // Concurrent requests may overtake each other, but no event of this key follows its revocation.
    const events = await world.context.db
      .selectFrom("events")
      .select("type")
      .where("credential_id", "=", id)
      .orderBy("seq")
      .execute();
    expect(events.at(-1)?.type).toBe("api_key.revoked");
  });
});

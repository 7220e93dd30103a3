import type { Claim, NextSpec } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { at, secondProcess } from "../../../test/second-process.ts";
import { type Person, setUpWorld, type World } from "../../../test/world.ts";
import { newPlan, outcome } from "../plans/scene.test-support.ts";

const agents = 32;
const operations = Number(process.env.GROUNDPLAN_LONG_OPERATIONS ?? (process.env.LONG ? 50_000 : 2_500));
const project = "/v1/projects/web";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let second: World;
  /** The agents, half of them at each process. */
  let people: Person[];
  beforeAll(async () => {
    second = await secondProcess(world);
    people = await Promise.all(
      Array.from({ length: agents }, async (_, n) => {
        const { userId, email } = n % 3 === 0 ? world.carol : world.bob;
        const person = world.personOf({
          name: "",
          userId,
          email,
          key: await world.key(email, "acme", "write"),
        });
        return n % 2 === 0 ? person : at(second, person);
      }),
    );
  });
  afterAll(async () => {
    await second.app.close();
    await second.context.close();
  });

  /** Returns a ready plan with specs that need the one before in each group of three. */
  async function planOf(specs: number) {
    const plan = await newPlan(world.bob, project);
    await world.bob.patch(plan.path, { status: "READY" });
    const body = Array.from({ length: specs }, (_, n) => ({
      title: `Spec ${n}`,
      ref: String(n),
      readiness: 5,
      needsFirst: n % 3 === 0 ? [] : [String(n - 1)],
    }));
    expect(outcome(await world.bob.post(`${plan.path}/specs/batch`, { specs: body }))).toBe("201");
    return plan;
  }

  it("many agents at two processes never hold a spec twice, lose no completion, and write nothing with an old fence", async () => {
    const specs = Math.ceil(operations / 12);
    const plan = await planOf(Math.min(specs, 500));
    /** Fences that were acknowledged, by spec. */
    const fences = new Map<string, number[]>();
    const completed = new Set<string>();
    const unexpected: string[] = [];
    let asked = 0;
    let old = 0;
    const random = () => Math.random();
    const ask = async (by: Person, path: string, body?: object, headers: Record<string, string> = {}) => {
      asked++;
      return by.post(path, body, headers);
    };

    async function work(by: Person): Promise<void> {
      while (asked < operations) {
        const taken = await ask(by, "/v1/claims", { planShortId: plan.shortId });
        if (taken.status !== 201) {
          if (outcome(taken) !== "409 nothing_to_claim") unexpected.push(outcome(taken));
          const { waiting, held } = taken.body.error.details ?? {};
          if (waiting === 0 && held === 0) return;
          continue;
        }
        const claim: Claim = taken.body.claim;
        fences.set(claim.specId, [...(fences.get(claim.specId) ?? []), claim.fence]);
        if (completed.has(claim.specId)) unexpected.push(`${claim.specId} was completed before`);
        const spec = `${plan.path}/specs/${claim.specShortId}`;
        const header = { claim: `${claim.id}.${claim.fence}` };
        asked++;
        const written = await by.patch(spec, { content: `By ${claim.id}.` }, header);
        if (written.status !== 200) unexpected.push(`a write under a claim: ${outcome(written)}`);
        const choice = random();
        if (choice < 0.5) {
          const done = await ask(by, `/v1/claims/${claim.id}/complete`);
          if (done.status === 200) completed.add(claim.specId);
          else unexpected.push(`a completion: ${outcome(done)}`);
        } else if (choice < 0.75) await ask(by, `/v1/claims/${claim.id}/release`);
        else {
          const until = new Date(Date.now() - 1000).toISOString();
          await withRows(world, (db) =>
            db.updateTable("claims").set({ until }).where("id", "=", claim.id).execute(),
          );
        }
        asked++;
        const late = await by.patch(spec, { title: "Too late" }, header);
        if (outcome(late) === "409 claim_lost") old++;
        else unexpected.push(`a write with an old fence: ${outcome(late)}`);
      }
    }

    await Promise.all(people.map(work));
    expect(unexpected).toEqual([]);
    expect(old).toBeGreaterThan(0);
    for (const [spec, seen] of fences) expect([spec, new Set(seen).size]).toEqual([spec, seen.length]);
    const { specs: all } = (await world.bob.get(`${plan.path}/specs?limit=200`)).body;
    for (const { id, status, title } of all) {
      expect(title).not.toBe("Too late");
      if (completed.has(id)) expect(status).toBe("DONE");
    }
    const rows = await withRows(world, (db) =>
      db.selectFrom("claims").select(["spec_id", "state"]).where("plan_id", "=", plan.id).execute(),
    );
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(count("completed")).toBe(completed.size);
    expect(rows).toHaveLength([...fences.values()].flat().length);
  }, 600_000);

  it("without claims the same agents start specs twice, so the check above can fail", async () => {
    const plan = await planOf(12);
    const starts = new Map<string, number>();
    await Promise.all(
      people.map(async (by) => {
        const { specs } = (await by.get(`/v1/next?planShortId=${plan.shortId}`)).body;
        for (const { specShortId } of specs.slice(0, 2) as NextSpec[]) {
          const path = `${plan.path}/specs/${specShortId}`;
          const { headers } = await by.get(path);
          const answer = await by.patch(
            path,
            { status: "IN_PROGRESS" },
            { "if-match": String(headers.etag) },
          );
          if (answer.status === 200) starts.set(specShortId, (starts.get(specShortId) ?? 0) + 1);
        }
      }),
    );
    expect(Math.max(...starts.values())).toBeGreaterThan(1);
  });
});

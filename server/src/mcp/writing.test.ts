import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { type Agent, setUpAgents, sizeOf } from "./client.test-support.ts";

const criteria =
  "A guest pays with a card.\n\n## Acceptance criteria\n\n1. A card is charged once within 2 seconds.\n2. A refused card shows the bank's reason.";

describe.each(databases)("$database: the writing tools", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const connect = setUpAgents(world);
  let agent: Agent;
  beforeAll(async () => {
    agent = await connect(world.bob.key);
  });

  it("save_plan creates, changes and nests plans", async () => {
    expect(await agent.call("save_plan", { name: "Checkout", description: "Pay." })).toBe(
      "PLAN-1 revision 1 PLANNING",
    );
    expect(await agent.call("save_plan", { plan: "PLAN-1", name: "Check out", revision: 1 })).toBe(
      "PLAN-1 revision 2 PLANNING",
    );
    expect(await agent.call("save_plan", { parent: "PLAN-1", name: "Part", status: "READY" })).toBe(
      "PLAN-2 revision 1 READY",
    );
    expect(await agent.call("save_plan", { project: "web", name: "Other" })).toContain("PLAN-3");
    expect(await agent.call("save_plan", { plan: "PLAN-3", parent: "PLAN-1" })).toContain("PLAN-3");
    expect(await agent.call("get_plan", { plan: "PLAN-3" })).toContain("part of PLAN-1");
    const { text } = await agent.try("save_plan", { plan: "PLAN-1", name: "Checkout", parent: "PLAN-2" });
    expect(text).toMatch(/^parent: PLAN-1 is changed, but not its parent: /);
  });

  it("save_specs creates and changes specs in one call, a line each", async () => {
    const made = await agent.call("save_specs", {
      plan: "PLAN-1",
      specs: [
        { ref: "pay", title: "Guests pay", content: criteria, effort: 2 },
        { title: "Receipt", content: "A mail.", needs: ["pay"] },
      ],
    });
    expect(made.split("\n")[0]).toMatch(/^SPEC-1 \(pay\) rev 1 readiness \d \w+/);
    for (const line of made.split("\n")) expect(sizeOf(line)).toBeLessThanOrEqual(40);
    const changed = await agent.call("save_specs", {
      plan: "PLAN-1",
      specs: [
        { spec: "PLAN-1/SPEC-1", edits: [{ old: "charged once", new: "charged exactly once" }], revision: 1 },
        { title: "Refunds", content: criteria, needs: ["PLAN-1/SPEC-1"] },
      ],
    });
    expect(changed).toMatch(/^SPEC-1 rev 2 /);
    expect(await agent.call("get_specs", { specs: ["PLAN-1/SPEC-1"] })).toContain("charged exactly once");
    expect(await agent.call("get_plan", { plan: "PLAN-1" })).toMatch(/SPEC-3 .* needs SPEC-1/);
  });

  it("save_specs suggests instead, for a person to accept", async () => {
    const text = await agent.call("save_specs", {
      plan: "PLAN-1",
      suggest: true,
      specs: [
        { title: "Vouchers", content: criteria, needs: ["SPEC-1"] },
        { spec: "SPEC-2", edits: [{ old: "A mail.", new: "A mail at once." }] },
      ],
    });
    expect(text).toMatch(/Suggested for PLAN-1: new-1 readiness \d\nSuggested for PLAN-1\/SPEC-2: 1 edit$/);
    expect(await agent.call("get_plan", { plan: "PLAN-1" })).not.toContain("Vouchers");
  });

  it("add_context keeps a text of a plan or project", async () => {
    expect(await agent.call("add_context", { plan: "PLAN-1", title: "Notes", text: "Cards only." })).toMatch(
      /^source [\w-]+ · 3 tokens$/,
    );
    expect(await agent.call("add_context", { project: "web", title: "Rules", text: "No cash." })).toMatch(
      /^source /,
    );
  });

  it("from nothing to done takes two calls, and the next claim comes with the first completion", async () => {
    await agent.call("save_plan", { plan: "PLAN-1", status: "READY" });
    const builder = await connect(world.bob.key, "?tools=work");
    const claimed = await builder.call("claim_work", { spec: "PLAN-1/SPEC-1", budget: 700 });
    expect(claimed).toMatch(/^claim [\w-]+\.1 · PLAN-1\/SPEC-1 · until \d\d:\d\dZ/);
    expect(claimed).toContain("charged exactly once");
    expect(sizeOf(claimed)).toBeLessThanOrEqual(700);
    const [, claim = ""] = /^claim (\S+)/.exec(claimed) ?? [];
    const evidence = [1, 2].map((criterion) => ({
      criterion: String(criterion),
      result: "passed",
      kind: "run",
      ref: "npm test",
      checks: 3,
    }));
    expect(
      await builder.call("report_work", {
        claim,
        act: "working",
        evidence: evidence.slice(0, 1),
        note: "Half.",
      }),
    ).toMatch(/^until \d\d:\d\dZ · open: 2/);
    const done = await builder.call("report_work", {
      claim,
      act: "done",
      evidence: evidence.slice(1),
      next: true,
      budget: 700,
    });
    expect(done).toMatch(/^PLAN-1\/SPEC-1 DONE · no criterion open\nclaim [\w-]+\.1 · PLAN-1\/SPEC-3/);
    const [, second = ""] = /^claim (\S+)/m.exec(done) ?? [];
    const asked = await builder.call("report_work", {
      claim: second,
      act: "ask",
      question: "Which cards?",
      options: ["all", "some"],
    });
    const [, thread = ""] = /^question (\S+)/.exec(asked) ?? [];
    const spec = (await world.alice.get("/v1/projects/web/plans/PLAN-1/specs/SPEC-3")).body.spec;
    await world.alice.post(`/v1/documents/${spec.id}/threads/${thread}/answer`, { option: 1 });
    expect(await builder.call("report_work", { claim: second, act: "working" })).toContain(
      `${thread} answered: some`,
    );
    expect(await builder.call("report_work", { claim: second, act: "release", note: "Later." })).toContain(
      "is released",
    );
  });

  it("claim_work names claims of the same credential without their numbers", async () => {
    const first = await agent.call("claim_work", { spec: "PLAN-1/SPEC-3", budget: 300 });
    const [, number = "", id = ""] = /^claim (([\w-]+)\.\d+)/.exec(first) ?? [];
    await agent.call("save_specs", { plan: "PLAN-1", specs: [{ title: "More", content: criteria }] });
    const second = await agent.call("claim_work", { effort: 5 });
    expect(second).toMatch(/\nyours from before\? PLAN-1\/SPEC-3 is free again at \d\d:\d\dZ\n/);
    expect(second).not.toContain(id);
    await agent.call("report_work", { claim: number, act: "release" });
    const other = await connect(world.carol.key);
    expect((await other.try("report_work", { claim: number, act: "done" })).isError).toBe(true);
  });

  it("a key that is no valid text is refused, and its length counts characters", async () => {
    for (const key of ["a\u0000b", "\ud800", "😀".repeat(201)]) {
      const { text, isError } = await agent.try("save_plan", { project: "web", name: "Never" }, key);
      expect(isError, text).toBe(true);
      expect(text).toContain("groundplan/idempotencyKey");
    }
    const given = { project: "web", name: "Smiling" };
    const key = "😀".repeat(200);
    expect(await agent.call("save_plan", given, key)).toBe(await agent.call("save_plan", given, key));
  });

  it("a failure inside is told in the service's own words, without the database's", async () => {
    const { context } = world;
    const { writer } = context;
    const broken = async (error: Error) => {
      context.writer = { ...writer, write: () => Promise.reject(error) };
      try {
        return await agent.try("save_plan", { project: "web", name: "Never" });
      } finally {
        context.writer = writer;
      }
    };
    const failed = await broken(new Error("no such column: secret"));
    expect(failed.isError).toBe(true);
    expect(failed.text).toMatch(/^The service failed\. .* \(request [\w-]+\)$/);
    const busy = await broken(Object.assign(new Error("disk"), { code: "SQLITE_FULL" }));
    expect(busy.text).toMatch(/^The service can't answer now\. .* \(request [\w-]+\)$/);
    expect(busy.retryAfter).toBe(2);
    const cursor = "nowhere";
    await expect(agent.client.listResources({ cursor })).rejects.toMatchObject({ code: -32_602 });
  });

  it("report_work says that a completed spec awaits a review, and that its claim has ended", async () => {
    await world.alice.patch("/v1/projects/web", { evidence: "required", reviewer: "person" });
    const plan = (await agent.call("save_plan", { name: "Reviewed", status: "READY" })).split(" ")[0] ?? "";
    await agent.call("save_specs", {
      plan,
      specs: [{ title: "Refund", content: "## Acceptance criteria\n\n1. It works." }],
    });
    const taken = await agent.call("claim_work", { spec: `${plan}/SPEC-1` });
    const [, claim = ""] = /^claim (\S+)/.exec(taken) ?? [];
    const evidence = [{ criterion: "1", result: "passed", kind: "commit", ref: "0c5d6e7" }];
    expect((await agent.try("claim_work", { plan })).text).toMatch(
      /^There is no spec to claim: 1 already claimed\. /,
    );
    expect(await agent.call("report_work", { claim, act: "done", evidence })).toBe(
      `${plan}/SPEC-1 awaits a review · no criterion open`,
    );
    expect(await agent.call("get_specs", { specs: [`${plan}/SPEC-1`] })).toContain(
      "(passed, vouched for by whoever worked on it)",
    );
    expect((await agent.try("report_work", { claim, act: "working" })).text).toMatch(
      /^claim: This claim isn't held any more/,
    );
    await world.alice.patch("/v1/projects/web", { evidence: null, reviewer: null });
  });

  it("a repeated call under a key is done once, and another call under it is refused", async () => {
    const given = { project: "web", name: "Once", status: "READY" };
    const first = await agent.call("save_plan", given, "key-1");
    expect(await agent.call("save_plan", given, "key-1")).toBe(first);
    const other = await agent.try("save_plan", { project: "web", name: "Twice" }, "key-1");
    expect(other).toMatchObject({ isError: true });
    expect(other.text).toContain("groundplan/idempotencyKey");
    expect((await agent.try("save_plan", given, "x".repeat(201))).isError).toBe(true);
    expect(await agent.call("find", { q: "Twice" })).toBe("Nothing found.");
    const specs = { plan: "PLAN-1", specs: [{ title: "Only one" }] };
    expect(await agent.call("save_specs", specs, "key-2")).toBe(
      await agent.call("save_specs", specs, "key-2"),
    );
    expect((await agent.call("find", { q: '"Only one"' })).split("\n")).toHaveLength(1);
    const claimed = await agent.call("claim_work", { spec: "PLAN-1/SPEC-5" }, "key-3");
    expect(await agent.call("claim_work", { spec: "PLAN-1/SPEC-5" }, "key-3")).toBe(claimed);
  });
});

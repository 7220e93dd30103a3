import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { type Agent, setUpAgents } from "./client.test-support.ts";

const text =
  "A guest pays with a card.\n\n## Acceptance criteria\n\n1. A card is charged once within 2 seconds.\n2. A refused card shows the bank's reason.";
type Given = Record<string, unknown>;

/** Calls as models make them, each with the place that the error names. */
const wrong: [string, Given, string][] = [
  ["find", { query: "card" }, "query"],
  ["find", { q: "card", kind: "plans" }, "kind"],
  ["find", { q: "card", limit: 5 }, "limit"],
  ["find", { q: 5 }, "q"],
  ["find", { status: "OPEN" }, "status"],
  ["find", { project: "nope" }, "project"],
  ["find", { q: "card", project: "Web Shop" }, "project"],
  ["find", { budget: 100 }, "budget"],
  ["find", { budget: "800" }, "budget"],
  ["find", { budget: 60_000 }, "budget"],
  ["find", { cursor: "abc" }, "cursor"],
  ["find", { cursor: "0.abc" }, "cursor"],
  ["find", { cursor: "999999." }, "cursor"],
  ["get_plan", {}, "plan"],
  ["get_plan", { plan: "PLAN-99" }, "plan"],
  ["get_plan", { plan: "3" }, "plan"],
  ["get_plan", { plan: "Checkout" }, "plan"],
  ["get_plan", { planShortId: "PLAN-1" }, "planShortId"],
  ["get_plan", { plan: "PLAN-1/SPEC-1" }, "plan"],
  ["get_plan", { plan: 1 }, "plan"],
  ["get_plan", { plan: "PLAN-1", cursor: "9.9" }, "cursor"],
  ["get_specs", { specs: "PLAN-1/SPEC-1" }, "specs"],
  ["get_specs", { spec: "PLAN-1/SPEC-1" }, "spec"],
  ["get_specs", { specs: ["SPEC-1"] }, "specs/0"],
  ["get_specs", { specs: ["PLAN-1/SPEC-1", "PLAN-1/SPEC-99"] }, "specs/1"],
  ["get_specs", { specs: ["PLAN-9/SPEC-1"] }, "specs/0"],
  ["get_specs", { specs: [] }, "specs"],
  ["get_specs", { specs: Array.from({ length: 11 }, () => "PLAN-1/SPEC-1") }, "specs"],
  ["get_specs", { specs: ["PLAN-1"] }, "specs/0"],
  ["get_context", {}, ""],
  ["get_context", { plan: "PLAN-99" }, "plan"],
  ["get_context", { spec: "SPEC-1" }, "spec"],
  ["get_context", { spec: "PLAN-1/SPEC-99" }, "spec"],
  ["get_context", { plan: "PLAN-1", for: "review" }, "for"],
  ["get_context", { source: "nothing" }, "source"],
  ["get_context", { plan: "PLAN-1", offset: "10" }, "offset"],
  ["get_context", { spec: "PLAN-1/SPEC-1", plan: "PLAN-99" }, "plan"],
  ["get_guide", { name: "specs" }, "name"],
  ["get_guide", { name: "spec", project: "nope" }, "project"],
  ["save_plan", { title: "Refunds" }, "title"],
  ["save_plan", { project: "nope", name: "Refunds" }, "project"],
  ["save_plan", { project: "web" }, "name"],
  ["save_plan", { project: "web", name: "Refunds", status: "OPEN" }, "status"],
  ["save_plan", { project: "web", name: "Refunds", status: "ready" }, "status"],
  ["save_plan", { project: "web", name: "Refunds", parent: "PLAN-99" }, "parent"],
  ["save_plan", { plan: "PLAN-1" }, ""],
  ["save_plan", { plan: "PLAN-1", name: "Pay", revision: 99 }, "revision"],
  ["save_plan", { plan: "PLAN-1", name: "Pay", revision: "1" }, "revision"],
  ["save_plan", { project: "web", name: "" }, "name"],
  ["save_specs", { plan: "PLAN-1", specs: [{ name: "Pay", content: text }] }, "specs/0/name"],
  ["save_specs", { plan: "PLAN-1", specs: [{ content: text }] }, "specs/0/title"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", effort: "M" }] }, "specs/0/effort"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", effort: 8 }] }, "specs/0/effort"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", criteria: ["One."] }] }, "specs/0/criteria"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", content: ["One.", "Two."] }] }, "specs/0/content"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", needs: ["SPEC-99"] }] }, "specs/0/needs/0"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", needs: ["pay"] }] }, "specs/0/needs/0"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", needs: "SPEC-1" }] }, "specs/0/needs"],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", needs: ["PLAN-99/SPEC-1"] }] }, "specs/0/needs/0"],
  ["save_specs", { plan: "PLAN-2", specs: [{ title: "Pay", needs: ["PLAN-1/SPEC-99"] }] }, "specs/0/needs/0"],
  ["save_specs", { plan: "PLAN-1", specs: [{ spec: "SPEC-99", title: "Pay" }] }, "specs/0/spec"],
  ["save_specs", { plan: "PLAN-1", specs: [{ spec: "PLAN-2/SPEC-1", title: "Pay" }] }, "specs/0/spec"],
  [
    "save_specs",
    { plan: "PLAN-1", specs: [{ spec: "SPEC-1", content: text, revision: 99 }] },
    "specs/0/revision",
  ],
  [
    "save_specs",
    { plan: "PLAN-1", specs: [{ spec: "SPEC-1", edits: [{ old: "nowhere", new: "x" }] }] },
    "specs/0/edits/0/old",
  ],
  [
    "save_specs",
    { plan: "PLAN-1", specs: [{ spec: "SPEC-1", content: text, edits: [{ old: "a", new: "b" }] }] },
    "specs/0/edits",
  ],
  ["save_specs", { plan: "PLAN-1", specs: [{ title: "Pay", status: "DONE" }] }, "specs/0/status"],
  ["save_specs", { plan: "PLAN-1", specs: { title: "Pay" } }, "specs"],
  ["save_specs", { plan: "PLAN-99", specs: [{ title: "Pay" }] }, "plan"],
  ["save_specs", { plan: "PLAN-1", specs: [{ spec: "SPEC-1", needs: ["SPEC-1"] }] }, "specs"],
  ["add_context", { title: "Notes", text: "Words." }, ""],
  ["add_context", { plan: "PLAN-1", title: "Notes", content: "Words." }, "content"],
  ["add_context", { project: "nope", title: "Notes", text: "Words." }, "project"],
  ["add_context", { plan: "PLAN-1", text: "Words." }, "title"],
  ["claim_work", { spec: "SPEC-1" }, "spec"],
  ["claim_work", { spec: "PLAN-1/SPEC-99" }, "spec"],
  ["claim_work", { minutes: 5000 }, "minutes"],
  ["claim_work", { effort: "S" }, "effort"],
  ["claim_work", { plan: "PLAN-99" }, "plan"],
  ["claim_work", { project: "nope" }, "project"],
  ["claim_work", { spec: "PLAN-1/SPEC-15", effort: 3 }, "effort"],
  ["claim_work", { spec: "PLAN-1/SPEC-2" }, "spec"],
  ["report_work", { claim: "PLAN-1/SPEC-1", act: "done" }, "claim"],
  ["report_work", { claim: "CLAIM", act: "complete" }, "act"],
  ["report_work", { claim: "CLAIM", act: "ask" }, "question"],
  ["report_work", { claim: "CLAIM", act: "ask", question: "Which?", options: ["one"] }, "options"],
  ["report_work", { claim: "CLAIM", act: "working", question: "Which?" }, "question"],
  [
    "report_work",
    {
      claim: "CLAIM",
      act: "working",
      evidence: [{ criterion: "AC-9", result: "passed", kind: "commit", ref: "abc" }],
    },
    "evidence/0/criterion",
  ],
  [
    "report_work",
    {
      claim: "CLAIM",
      act: "working",
      evidence: [{ criterion: "1", result: "passed", kind: "run", ref: "npm test" }],
    },
    "evidence/0/checks",
  ],
  [
    "report_work",
    {
      claim: "CLAIM",
      act: "working",
      evidence: [{ criterion: 1, result: "pass", kind: "commit", ref: "abc" }],
    },
    "evidence/0/result",
  ],
  ["report_work", { claim: "CLAIM", act: "working", options: ["a", "b"] }, "options"],
  ["report_work", { claim: "CLAIM", act: "working", next: true }, "next"],
  ["report_work", { claim: "CLAIM", act: "working", evidence: "all tests pass" }, "evidence"],
  ["push_plan", { plan: "PLAN-99" }, "plan"],
  ["push_plan", { plan: "PLAN-1", dryRun: true }, "dryRun"],
];

describe.each(databases)("$database: wrong calls", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  const connect = setUpAgents(world);
  let agent: Agent;
  let claim: string;
  beforeAll(async () => {
    agent = await connect(world.bob.key);
    await agent.call("save_plan", { project: "web", name: "Checkout", status: "READY" });
    await agent.call("save_plan", { project: "web", name: "Other" });
    const specs = [
      { ref: "pay", title: "Guests pay", content: text },
      { title: "Receipts", content: text, needs: ["pay"] },
      { title: "Refunds", content: text },
      ...Array.from({ length: 12 }, () => ({ title: "Vouchers", content: text })),
    ];
    await agent.call("save_specs", { plan: "PLAN-1", specs });
    const claimed = await agent.call("claim_work", { spec: "PLAN-1/SPEC-3", budget: 300 });
    claim = /^claim (\S+)/.exec(claimed)?.[1] ?? "";
  });

  it.each(wrong)("%s %j names %s and a call that works", async (tool, given, where) => {
    const sent = given.claim === "CLAIM" ? { ...given, claim } : given;
    const { text: said, isError } = await agent.try(tool, sent);
    expect(isError, said).toBe(true);
    if (where !== "") expect(said).toMatch(new RegExp(`^${where}: `));
    const [, called = "", json = ""] = /Try: (\w+) (\{.*\})$/s.exec(said) ?? [];
    expect(called, said).not.toBe("");
    // A push needs a tracker.
    if (called === "push_plan") return;
    const worked = await agent.try(called, JSON.parse(json));
    expect(worked, said).toMatchObject({ isError: false });
  });
});

import { afterEach, expect, it } from "vitest";
import {
  type FakeAnswer,
  groundplan,
  groundplanHere,
  groundplanUntil,
  refusal,
  startFake,
} from "../../testing.ts";

let fake: Awaited<ReturnType<typeof startFake>>;
afterEach(() => fake.close());

const begun = {
  pushId: "push-1",
  status: "queued",
  provider: "tracker_c",
  planShortId: "PLAN-1",
  planName: "Launch",
  projectExternalId: "acme/web",
  pushedItemCount: 0,
  dependencyCount: 0,
  containerCount: 1,
  planEdgeCount: 0,
  ancestorNames: [],
  caveats: [],
  message: "It waits.",
  belowReady: [],
  belowReadyOmitted: 0,
  belowReadyUnavailable: false,
};
const item = (specShortId: string, state: string, more: object = {}) => ({
  kind: "spec",
  planShortId: "PLAN-1",
  specShortId,
  state,
  ...more,
});
const at = (status: string, items: object[], more: object = {}): FakeAnswer => ({
  status: 200,
  body: { push: { ...begun, status, items, startedAt: "", finishedAt: null, ...more } },
});

const ofPlan = { kind: "spec", planShortId: "PLAN-1" };
const change = { conflict: false, from: null, to: null };
const diff = "===\n--- tracker\t\n+++ plan\t\n@@ -1 +1 @@\n-It holds 2.\n+It holds \u001b[2J3.\n";
const preview = [
  { ...ofPlan, kind: "plan", action: "create" },
  {
    ...ofPlan,
    specShortId: "SPEC-1",
    action: "update",
    externalKey: "#2",
    changes: [
      { ...change, field: "title", from: "Cart", to: "Basket" },
      { ...change, field: "text", diff },
    ],
  },
  {
    ...ofPlan,
    specShortId: "SPEC-2",
    action: "conflict",
    externalKey: "#3",
    changes: [{ ...change, field: "title", conflict: true, from: "Mine" }],
  },
  {
    ...ofPlan,
    specShortId: "SPEC-3",
    action: "skip",
    externalKey: "#4",
    reason: "It was deleted in the tracker.",
  },
  { ...ofPlan, kind: "dependency", specShortId: "SPEC-3", action: "link" },
];

let running: object[] = [];
afterEach(() => {
  running = [];
});

/** Starts a service whose second project has PLAN-1. Polls answer `states` in turn, repeating the last. */
async function serviceThatPushes(...states: FakeAnswer[]) {
  const bodies: unknown[] = [];
  fake = await startFake((method, path, body) => {
    if (path === "/v1/plans/PLAN-1") return { status: 200, body: { plan: {}, projectSlug: "web" } };
    if (path === "/v1/projects/web/plans/PLAN-1/pushes/push-1")
      return states.length > 1
        ? (states.shift() ?? refusal(500, "x", "x"))
        : (states[0] ?? refusal(500, "x", "x"));
    if (
      path.startsWith("/v1/projects/web/plans/PLAN-1/pushes?") ||
      path === "/v1/projects/web/plans/PLAN-1/pushes"
    )
      return {
        status: 200,
        body: { pushes: [{ ...begun, pushId: "push-0", status: "pushed" }, ...running] },
      };
    if (path === "/v1/projects/web/plans/PLAN-1/pushes/push-1/cancel")
      return { status: 200, body: { push: { ...begun, status: "running", message: "It ends." } } };
    if (method === "POST") {
      bodies.push(body);
      const { dryRun } = body as { dryRun?: boolean };
      const push = dryRun
        ? { ...begun, pushId: null, status: "dry_run", message: "Would create 2.", preview }
        : begun;
      return { status: dryRun ? 200 : 202, body: { push } };
    }
    return refusal(404, "not_found", "It does not exist.");
  });
  return bodies;
}

const sent = [
  { kind: "plan", planShortId: "PLAN-1", state: "sent", externalKey: "#1", url: "https://tracker.example/1" },
  item("SPEC-1", "sent", { externalKey: "#2", url: "https://tracker.example/2" }),
];

it("follows the push to its end and prints the result, its warnings and its address", async () => {
  const bodies = await serviceThatPushes(
    at("queued", []),
    at("running", [item("SPEC-1", "planned"), item("SPEC-2", "sent")]),
    at("running", [item("SPEC-1", "planned"), item("SPEC-2", "sent")]),
    at("pushed", sent, {
      message: "Pushed 2 items.",
      caveats: ["A label was left out."],
      belowReady: [
        {
          specShortId: "SPEC-1",
          title: "Cart",
          readinessLabel: "Rough",
          reasons: ["no criteria"],
          held: true,
        },
      ],
      belowReadyOmitted: 3,
    }),
  );
  const { code, stdout, stderr } = await groundplan(
    ["push", "PLAN-1", "--project", "web", "--hold-below-ready", "--provider", "github"],
    fake.env,
  );
  expect(code).toBe(0);
  expect(bodies).toEqual([{ holdBelowReady: true, provider: "tracker_c" }]);
  expect(stderr).toBe("PLAN-1: queued\nPLAN-1: running, 1 of 2 done\nPLAN-1: pushed, 2 of 2 done\n");
  expect(stdout).toBe(`PLAN-1 "Launch" to acme/web: pushed. Pushed 2 items.
Caveats:
  A label was left out.
Below Ready:
  SPEC-1 Cart (Rough, held back): no criteria
  and 3 more
On the tracker:
  PLAN-1  #1  https://tracker.example/1
  PLAN-1 SPEC-1  #2  https://tracker.example/2
`);
});

it("finds the project of the plan if none is given", async () => {
  await serviceThatPushes(at("pushed", sent));
  expect((await groundplan(["push", "PLAN-1"], fake.env)).code).toBe(0);
  expect(fake.seen).toContain("POST /v1/projects/web/plans/PLAN-1/push");
  const missing = await groundplanHere(["push", "PLAN-9"], fake.env);
  expect(missing).toMatchObject({ code: 3, stdout: "" });
  expect(missing.stderr).toMatch(/^No project that this key can read holds PLAN-9\. [^\n]+\n$/);
});

it.each(["failed", "partial"])("ends with 1 and the failure after a push that %s", async (status) => {
  await serviceThatPushes(at(status, [item("SPEC-1", "failed", { error: "Issues are\u001b[2J off." })]));
  const { code, stdout } = await groundplanHere(["push", "PLAN-1", "--project", "web"], fake.env);
  expect(code).toBe(1);
  expect(stdout).toContain("Failed:\n  PLAN-1 SPEC-1: Issues are off.\n");
});

it("prints one JSON object with --json, and the progress on standard error", async () => {
  await serviceThatPushes(at("running", []), at("unchanged", sent));
  const { code, stdout, stderr } = await groundplanHere(
    ["push", "PLAN-1", "--project", "web", "--json"],
    fake.env,
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ push: { status: "unchanged", items: sent } });
  expect(stderr).toContain("running");
});

it("prints the effects of a push on a dry run, and sends no further request", async () => {
  const bodies = await serviceThatPushes();
  const { code, stdout, stderr } = await groundplanHere(
    ["push", "PLAN-1", "--project", "web", "--dry-run"],
    fake.env,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`PLAN-1 "Launch" to acme/web: dry_run. Would create 2.
create    PLAN-1
update    PLAN-1 SPEC-1             #2
    title: "Cart" → "Basket"
    text:
      @@ -1 +1 @@
      -It holds 2.
      +It holds 3.
conflict  PLAN-1 SPEC-2             #3
    title (edited in the tracker): "Mine" → nothing
skip      PLAN-1 SPEC-3             #4  It was deleted in the tracker.
link      dependency PLAN-1 SPEC-3
`);
  expect(bodies).toEqual([{ dryRun: true }]);
  expect(fake.seen).toHaveLength(1);
});

it("shows a wait requested by the service in the progress", async () => {
  const limited = { ...refusal(429, "rate_limited", "No."), headers: { "retry-after": "1" } };
  await serviceThatPushes(at("running", []), limited, at("pushed", sent));
  const { code, stderr } = await groundplanHere(["push", "PLAN-1", "--project", "web"], fake.env);
  expect(code).toBe(0);
  expect(stderr).toBe(
    "PLAN-1: running\nThe service asks to wait 1 s (rate limit)…\nPLAN-1: pushed, 2 of 2 done\n",
  );
});

it("says that the push continues if the service can no longer be reached", async () => {
  await serviceThatPushes(at("running", []), { status: 200, body: "not Groundplan" });
  const { code, stderr } = await groundplanHere(["push", "PLAN-1", "--project", "web"], fake.env);
  expect(code).toBe(1);
  expect(stderr).toMatch(/The push continues in the service; run this command again to follow it\.\n$/);
});

it("requests an immediate answer, under an idempotency key that makes repeating safe", async () => {
  let headers: Record<string, unknown> = {};
  await serviceThatPushes(at("pushed", sent));
  fake.server.on("request", (request) => {
    if (request.method === "POST") headers = request.headers;
  });
  await groundplanHere(["push", "PLAN-1", "--project", "web"], fake.env);
  expect(headers).toMatchObject({ prefer: "respond-async", "idempotency-key": expect.any(String) });
});

it("reports fields that people edited in the tracker, and overwrites them on request", async () => {
  const error = "The title of #2 was edited in the tracker; it was not overwritten.";
  const bodies = await serviceThatPushes(
    at("running", [item("SPEC-1", "conflict"), item("SPEC-2", "sending")], {
      waitsUntil: "2026-11-21T18:40:00Z",
    }),
    at("pushed", [item("SPEC-1", "conflict", { error })]),
  );
  const { code, stdout, stderr } = await groundplanHere(
    ["push", "PLAN-1", "--project", "web", "--overwrite"],
    fake.env,
  );
  expect({ code, bodies }).toEqual({ code: 0, bodies: [{ onConflict: "overwrite" }] });
  expect(stdout).toContain(`Edited in the tracker, and not overwritten:\n  PLAN-1 SPEC-1: ${error}\n`);
  expect(stderr).toContain(
    "PLAN-1: running, 1 of 2 done, 1 edited in the tracker, waits for the tracker until 2026-11-21T18:40:00Z\n",
  );
});

it("reports missing items with its own flags' names, and recreates or releases them on request", async () => {
  const error =
    '#2 is gone: it was deleted. Push with `onGone: "recreate"` to create it again, or with `onGone: "release"` to unlink it.';
  for (const flag of ["recreate", "release"]) {
    const bodies = await serviceThatPushes(
      at("unchanged", [item("SPEC-1", "gone", { error })], { caveats: [`PLAN-1 / SPEC-1: ${error}`] }),
    );
    const { code, stdout } = await groundplanHere(
      ["push", "PLAN-1", "--project", "web", `--${flag}`],
      fake.env,
    );
    expect({ code, bodies }).toEqual({ code: 0, bodies: [{ onGone: flag }] });
    expect(stdout).toContain(
      "PLAN-1 / SPEC-1: #2 is gone: it was deleted. Push with `--recreate` to create it again, or with `--release` to unlink it.",
    );
    expect(stdout).not.toContain("onGone");
    await fake.close();
  }
});

it("includes finished specs on request, and names its own flag if they are left out", async () => {
  const caveat =
    "1 spec that is done or cancelled and was never pushed is left out. Push with `includeDone: true` to take it.";
  const bodies = await serviceThatPushes(at("pushed", [], { caveats: [caveat] }));
  const args = ["push", "PLAN-1", "--project", "web"];
  const { stdout } = await groundplanHere([...args, "--include-done"], fake.env);
  expect(bodies).toEqual([{ includeDone: true }]);
  expect(stdout).toContain("is left out. Push with `--include-done` to take it.");
  expect(stdout).not.toContain("includeDone");
});

it("accepts only one of --recreate and --release", async () => {
  const { code, stderr } = await groundplanHere(["push", "PLAN-1", "--recreate", "--release"], {});
  expect([code, stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
});

it("leaves the push running on Ctrl-C, and says how to follow and how to cancel it", async () => {
  await serviceThatPushes(at("running", []));
  const { code, stdout, stderr } = await groundplanUntil(
    "running",
    ["push", "PLAN-1", "--project", "web"],
    fake.env,
  );
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  expect(stderr).toBe(
    "PLAN-1: running\nThe push continues in the service. `groundplan push PLAN-1` follows it, `groundplan push PLAN-1 --cancel` ends it.\n",
  );
  expect(fake.seen.filter((request) => request.startsWith("POST"))).toHaveLength(1);
});

it("cancels the running push with --cancel, and says so if there is none", async () => {
  await serviceThatPushes();
  const cancel = ["push", "PLAN-1", "--project", "web", "--cancel"];
  const none = await groundplanHere(cancel, fake.env);
  expect(none).toEqual({ code: 1, stdout: "", stderr: "No push of PLAN-1 is under way.\n" });
  running = [{ ...begun, status: "running" }];
  const { code, stdout } = await groundplanHere(cancel, fake.env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'PLAN-1 "Launch" to acme/web: running. It ends.\n' });
  expect(fake.seen.at(-1)).toBe("POST /v1/projects/web/plans/PLAN-1/pushes/push-1/cancel");
});

it.each(["plan-1", "Plan-1", "1"])("takes the handle %s for PLAN-1", async (handle) => {
  await serviceThatPushes(at("pushed", sent));
  expect((await groundplanHere(["push", handle, "--project", "web", "--dry-run"], fake.env)).code).toBe(0);
  expect(fake.seen).toEqual(["POST /v1/projects/web/plans/PLAN-1/push"]);
});

it.each(["launch", "PLAN-", "PLAN-01", "SPEC-1", "-1"])(
  "refuses %s as a handle before any request",
  async (handle) => {
    await serviceThatPushes();
    const { code, stderr } = await groundplanHere(["push", "--project", "web", "--", handle], fake.env);
    expect({ code, seen: fake.seen }).toEqual({ code: 2, seen: [] });
    expect(stderr).toContain("It must be a handle such as PLAN-1.");
  },
);

it("prints each sentence once, and names below-Ready specs with their plan", async () => {
  const gone = "#2 is gone.";
  const conflict = "#3 was edited.";
  const rough = { title: "Cart", readinessLabel: "Rough", reasons: [], held: false };
  const told = { caveats: [`PLAN-1 / SPEC-1: ${gone}`, `PLAN-2 / SPEC-1: ${conflict}`] };
  await serviceThatPushes(
    at(
      "partial",
      [
        item("SPEC-1", "gone", { error: gone }),
        item("SPEC-1", "conflict", { error: conflict, planShortId: "PLAN-2" }),
        item("SPEC-2", "gone", { error: "#4 is gone." }),
      ],
      { ...told, belowReady: [{ ...rough, planShortId: "PLAN-2", specShortId: "SPEC-1" }] },
    ),
  );
  const { stdout } = await groundplanHere(["push", "PLAN-1", "--project", "web"], fake.env);
  expect(stdout).toBe(`PLAN-1 "Launch" to acme/web: partial. It waits.
Caveats:
  PLAN-1 / SPEC-1: #2 is gone.
  PLAN-2 / SPEC-1: #3 was edited.
Below Ready:
  PLAN-2 SPEC-1 Cart (Rough)
Gone from the tracker:
  PLAN-1 SPEC-2: #4 is gone.
`);
});

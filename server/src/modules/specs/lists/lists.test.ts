import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";

interface Listed {
  id: string;
  title: string;
  content: string;
  status: string;
  priority: number;
  effort: number | null;
  readiness: number;
  assigneeUserId: string | null;
  labels: { id: string; name: string }[];
  dueDate: string | null;
  createdAt: string;
  updatedAt: string;
  projectSlug: string;
  planShortId: string;
  planName: string;
  claim: object | null;
}

const statuses = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"];
const dayMs = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
const words = ["invoice", "payment", "guest", "export"];
/** A text that is worth each grade of readiness, about. */
const contents = [
  "",
  "TBD",
  "Guests pay by card.\n\n## Acceptance criteria\n\n1. A paid invoice can't be changed.",
];

/** Returns the same pseudo-random numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >>> 12) % below;
  };
}

const specsOfWorld = 240;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  let labels: { id: string; name: string }[];
  let plans: Awaited<ReturnType<typeof newPlan>>[];
  let people: (string | null)[];

  beforeAll(async () => {
    const { alice, bob, carol } = world;
    await bob.post("/v1/projects", { name: "Other" });
    labels = [];
    for (const name of ["Bug", "Idea", "Chore"])
      labels.push((await bob.post("/v1/labels", { name, color: "#1f6feb" })).body.label);
    plans = [
      await newPlan(bob, "/v1/projects/web"),
      await newPlan(bob, "/v1/projects/other"),
      await newPlan(bob, "/v1/projects/web", { visibility: "PRIVATE" }),
      await newPlan(bob, "/v1/projects/web"),
    ];
    people = [null, alice.userId, bob.userId, carol.userId];
    const random = randomOf(7);
    for (const [index, plan] of plans.entries()) {
      const specs = Array.from({ length: specsOfWorld / plans.length }, (_, n) => {
        const who = people[random(index === 2 ? 1 : 4)];
        return {
          title: `${words[random(4)]} ${n}`,
          content: contents[random(3)],
          status: statuses[random(4)],
          priority: random(5),
          effort: [null, 1, 2, 3, 4, 5][random(6)],
          ...(random(4) === 0 ? { readiness: 1 + random(5) } : {}),
          assigneeUserId: who,
          labelIds: labels.filter(() => random(3) === 0).map(({ id }) => id),
          dueDate: random(2) === 0 ? null : day(random(40) - 15),
        };
      });
      await bob.post(`${plan.path}/specs/batch`, { specs });
    }
    // Orders by change must differ from those by creation.
    for (let n = 0; n < 40; n++) {
      const plan = plans[random(plans.length)];
      await bob.patch(`${plan?.path}/specs/SPEC-${1 + random(60)}`, {
        title: `${words[random(4)]} again ${n}`,
      });
    }
    await bob.patch(plans[0]?.path ?? "", { description: "TBD: which bank?" });
    await bob.post(`${plans[3]?.path}/archive`);
    for (const plan of plans.slice(0, 2)) await bob.post("/v1/claims", { planShortId: plan.shortId });
  });

  const walk = async (who: Person, path: string, limit: number): Promise<Listed[]> => {
    const all: Listed[] = [];
    let cursor = "";
    for (let pages = 0; pages < 400; pages++) {
      const joint = path.includes("?") ? "&" : "?";
      const answer = await who.get(`${path}${joint}limit=${limit}${cursor}`);
      expect(outcome(answer), JSON.stringify(answer.body)).toBe("200");
      all.push(...answer.body.specs);
      if (answer.body.nextCursor === undefined) return all;
      cursor = `&cursor=${answer.body.nextCursor}`;
    }
    throw new Error("the list does not end");
  };

  type Query = Record<string, string>;

  /** Applies a query to all specs, in JavaScript. */
  function bruteForce(all: readonly Listed[], query: Query, me: string): Listed[] {
    const of = (name: string) => query[name]?.split(",");
    const isDue = (spec: Listed, days: string) => {
      if (days === "none") return spec.dueDate === null;
      if (spec.dueDate === null) return false;
      if (days === "overdue") return spec.dueDate < day(0) && ["TODO", "IN_PROGRESS"].includes(spec.status);
      if (days === "week") return spec.dueDate >= day(0) && spec.dueDate <= day(6);
      const [from = "", to = ""] = days.split("..");
      return (from === "" || spec.dueDate >= from) && (to === "" || spec.dueDate <= to);
    };
    const found = all.filter((spec) => {
      const text = `${spec.title} ${spec.content}`.toLowerCase();
      return (
        (query.q === undefined || new RegExp(`\\b${query.q}`).test(text)) &&
        (of("status")?.includes(spec.status) ?? true) &&
        (of("priority")?.includes(String(spec.priority)) ?? true) &&
        (of("readiness")?.includes(String(spec.readiness)) ?? true) &&
        (of("effort")?.includes(String(spec.effort ?? "none")) ?? true) &&
        (of("assignee")?.some((who) => (who === "me" ? me : who) === (spec.assigneeUserId ?? "none")) ??
          true) &&
        (of("label")?.some((one) =>
          one === "none"
            ? spec.labels.length === 0
            : spec.labels.some(({ id, name }) => id === one || name.toLowerCase() === one),
        ) ??
          true) &&
        (of("due")?.some((days) => isDue(spec, days)) ?? true) &&
        (query.claimed === undefined || (query.claimed === "true") === (spec.claim !== null)) &&
        (of("plan")?.includes(spec.planShortId) ?? true) &&
        (of("project")?.includes(spec.projectSlug) ?? true)
      );
    });
    const sort = query.sort ?? "updated";
    const turn = sort.startsWith("-") ? -1 : 1;
    const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1);
    const byUpdated = (a: Listed, b: Listed) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id);
    return found.toSorted((a, b) => {
      if (sort.endsWith("updated")) return turn * byUpdated(a, b);
      if (sort.endsWith("created")) return turn * compare(b.id, a.id);
      if (sort.endsWith("due")) {
        if (a.dueDate === null || b.dueDate === null)
          return a.dueDate === b.dueDate ? turn * compare(a.id, b.id) : a.dueDate === null ? 1 : -1;
        return turn * (compare(a.dueDate, b.dueDate) || compare(a.id, b.id));
      }
      if (a.priority === b.priority) return byUpdated(a, b);
      if (a.priority === 0 || b.priority === 0) return a.priority === 0 ? 1 : -1;
      return turn * compare(a.priority, b.priority);
    });
  }

  const some = (values: readonly string[], most = 3) =>
    fc
      .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
      .map((list) => list.join(","));

  it("filters, orders and pages are those of a reading of all specs", { timeout: 120_000 }, async () => {
    const { bob, carol } = world;
    const everything = { bob: await walk(bob, "/v1/specs", 200), carol: await walk(carol, "/v1/specs", 200) };
    expect(everything.bob).toHaveLength((specsOfWorld * 3) / 4);
    expect(everything.carol).toHaveLength(specsOfWorld / 2);
    const handles = plans.slice(0, 2).map(({ shortId }) => shortId ?? "");
    const [bug = { id: "" }] = labels;
    const query = fc.record(
      {
        q: fc.constantFrom(...words, "inv", "again"),
        status: some(statuses),
        assignee: some(["none", "me", ...people.flatMap((id) => id ?? [])], 4),
        label: some(["none", bug.id, "idea", "unknown"]),
        priority: some(["0", "1", "2", "3", "4"]),
        readiness: some(["1", "2", "3", "4", "5"]),
        effort: some(["none", "1", "2", "3", "4", "5"]),
        due: some(["overdue", "week", "none", `${day(-3)}..${day(3)}`, `..${day(-5)}`, `${day(10)}..`], 2),
        claimed: fc.constantFrom("true", "false"),
        plan: some(handles),
        project: some(["web", "other"]),
        sort: fc.constantFrom(
          ...["updated", "-updated", "created", "-created", "due", "-due", "priority", "-priority"],
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(1, 7, 200), async (wanted, limit) => {
        for (const name of ["bob", "carol"] as const) {
          const who = world[name];
          const address = `/v1/specs?${new URLSearchParams(wanted as Query)}`;
          const expected = bruteForce(everything[name], wanted as Query, who.userId);
          const found = await walk(who, address, Math.max(limit, Math.ceil(expected.length / 12)));
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
      }),
      { numRuns: process.env.LONG ? 1000 : 60 },
    );
  });

  it("a plan's list takes the same filters and orders, by position otherwise", async () => {
    const { bob } = world;
    const [plan] = plans;
    const all = (await bob.get(`${plan?.path}/specs?limit=200`)).body.specs as Listed[];
    const listed = (await bob.get(`${plan?.path}/specs?status=TODO,DONE&limit=200`)).body.specs as Listed[];
    const wanted = all.filter(({ status }) => status === "TODO" || status === "DONE");
    expect(listed.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    const paged = await walk(bob, `${plan?.path}/specs?status=TODO,DONE`, 3);
    expect(paged.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    const sorted = await walk(bob, `${plan?.path}/specs?sort=priority&assignee=none`, 5);
    const places = (all as Listed[]).map((spec) => ({ ...spec, planShortId: "", projectSlug: "" }));
    const expected = bruteForce(places, { sort: "priority", assignee: "none" }, bob.userId);
    expect(sorted.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    const archived = await bob.get(`${plans[3]?.path}/specs?status=TODO`);
    expect(archived.body.specs.length).toBeGreaterThan(0);
  });

  it.each([
    ["status=OPEN", "/status/0"],
    ["priority=9", "/priority/0"],
    ["due=soon", "/due/0"],
    ["due=2026-02-30..", "/due/0"],
    ["due=..", "/due/0"],
    ["sort=title", "/sort"],
    ["effort=all", "/effort/0"],
    ["claimed=yes", "/claimed"],
    ["colour=red", "/colour"],
  ])("%s is 400 and names its place", async (query, path) => {
    const answer = await world.bob.get(`/v1/specs?${query}`);
    expect(outcome(answer)).toBe("400 invalid_request");
    expect(answer.body.error.details[0].path).toBe(path);
  });

  it("a wrong effort is told of all that there is to choose from", async () => {
    for (const path of ["/v1/specs", `${plans[0]?.path}/specs`])
      expect((await world.bob.get(`${path}?effort=none,6`)).body.error.details).toEqual([
        { path: "/effort/1", message: "must be a number from 1 to 5, or `none`" },
      ]);
  });

  it("a plan or project that the caller can't read is 404", async () => {
    const { carol } = world;
    expect(outcome(await carol.get(`/v1/specs?plan=${plans[2]?.shortId}`))).toBe("404 not_found");
    expect(outcome(await carol.get("/v1/specs?plan=PLAN-9999"))).toBe("404 not_found");
    expect(outcome(await carol.get("/v1/specs?project=nothing"))).toBe("404 not_found");
  });

  it("as a value of a view such a plan or project matches nothing, and other values match what they do", async () => {
    const { bob, carol } = world;
    const [seen, , secret] = plans;
    const asInView = async (person: Person, query: string) => {
      const answer = await person.get(`/v1/specs?lenient=true&limit=200&${query}`);
      expect(outcome(answer)).toBe("200");
      return new Set(answer.body.specs.map(({ planShortId }: { planShortId: string }) => planShortId));
    };
    expect(await asInView(bob, `plan=${secret?.shortId}`)).toEqual(new Set([secret?.shortId]));
    for (const query of [`plan=${secret?.shortId}`, "project=nothing", "plan=PLAN-9999&status=TODO&sort=due"])
      expect(await asInView(carol, query)).toEqual(new Set());
    expect(await asInView(carol, `plan=${secret?.shortId},${seen?.shortId}`)).toEqual(
      new Set([seen?.shortId]),
    );
  });

  it.each(["*", '""', "* -"])("a text without words, such as %s, finds nothing", async (q) => {
    const query = `q=${encodeURIComponent(q)}`;
    for (const path of ["/v1/specs", `${plans[0]?.path}/specs`])
      expect((await world.bob.get(`${path}?${query}`)).body).toEqual({ specs: [] });
    expect((await world.bob.get("/v1/specs?q=%20")).body.specs.length).toBeGreaterThan(0);
  });

  it("a cursor is of its list only", async () => {
    const { nextCursor } = (await world.bob.get("/v1/specs?limit=1")).body;
    expect(outcome(await world.bob.get(`/v1/specs?limit=1&cursor=${nextCursor}`))).toBe("200");
    expect(outcome(await world.bob.get(`/v1/specs?limit=1&status=TODO&cursor=${nextCursor}`))).toBe(
      "400 invalid_request",
    );
  });
});

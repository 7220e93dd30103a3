import { type Endpoint, endpoints } from "@groundplan/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/ids.ts";
import { aRun } from "../conformance/a-run.ts";
import { aQuotedSource, aSuggestedSpec } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { expectInvalid } from "../expect-error.ts";
import { half, part } from "../half.ts";
import { withRows } from "../own-connection.ts";
import { type Answer, setUpWorld, type World } from "../world.ts";

interface List {
  path: string;
  key: string;
  /** The list's order: new items appear at the end or, newest first, at the front. */
  order: "oldest first" | "newest first";
  /** A filter that excludes items created for other lists. */
  filter?: Record<string, string>;
  /** The list is unpaged without `limit` and `cursor`. */
  whole?: true;
  add(world: World, n: number): Promise<Answer>;
}

const specs = "/v1/projects/web/plans/PLAN-1/specs";
const commented = new WeakSet<World>();

const lists: Record<string, List> = {
  "apiKeys.list": {
    path: "/v1/api-keys",
    key: "keys",
    order: "oldest first",
    whole: true,
    add: ({ alice }, n) => alice.post("/v1/api-keys", { name: `Key ${n}` }),
  },
  "projects.list": {
    path: "/v1/projects",
    key: "projects",
    order: "oldest first",
    whole: true,
    add: ({ alice }, n) => alice.post("/v1/projects", { name: `Project ${n}` }),
  },
  "plans.list": {
    path: "/v1/projects/web/plans",
    key: "plans",
    order: "oldest first",
    add: ({ alice }, n) => alice.post("/v1/projects/web/plans", { name: `Plan ${n}` }),
  },
  "plans.listAll": {
    path: "/v1/plans",
    key: "plans",
    order: "oldest first",
    filter: { projectSlug: "web" },
    add: ({ alice }, n) => alice.post("/v1/projects/web/plans", { name: `Plan ${n}` }),
  },
  "specs.list": {
    path: specs,
    key: "specs",
    order: "oldest first",
    add: ({ alice }, n) => alice.post(specs, { title: `Spec ${n}` }),
  },
  "specs.versions": {
    path: `${specs}/SPEC-1/versions`,
    key: "versions",
    order: "newest first",
    add: ({ alice }, n) => alice.patch(`${specs}/SPEC-1`, { title: `Title ${n}` }),
  },
  "dependencies.list": {
    path: "/v1/projects/web/plans/PLAN-1/dependencies",
    key: "dependencies",
    order: "oldest first",
    async add({ alice }) {
      const { spec } = (await alice.post(specs, { title: "Needed" })).body;
      const ends = { fromSpecId: "SPEC-1", toSpecId: spec.id };
      return alice.post("/v1/projects/web/plans/PLAN-1/dependencies", ends);
    },
  },
  "shares.list": {
    path: "/v1/projects/web/plans/PLAN-1/shares",
    key: "shares",
    order: "oldest first",
    async add(world, n) {
      const { userId } = await world.person(`guest-${n}-${Math.random()}`, "MEMBER", "acme");
      return world.alice.put(`/v1/projects/web/plans/PLAN-1/shares/${userId}`, { capability: "READ" });
    },
  },
  "members.list": {
    path: "/v1/members",
    key: "members",
    order: "oldest first",
    async add(world, n) {
      await world.person(`member-${n}-${Math.random()}`, "MEMBER", "acme");
      return world.alice.get("/v1/members?limit=1");
    },
  },
  "oauthConnections.list": {
    path: "/v1/oauth-connections",
    key: "connections",
    order: "oldest first",
    whole: true,
    async add(world, n) {
      const me = await world.alice.get("/v1/me");
      const at = new Date().toISOString();
      const connection = {
        workspace_id: me.body.workspace.id,
        id: newId(),
        user_id: world.alice.userId,
        client_id: "app",
        client_name: `App ${n}`,
        scope: "read" as const,
        created_at: at,
        last_used_at: null,
        last_mcp_use_at: null,
        expires_at: "2999-01-01T00:00:00.000Z",
        revoked_at: null,
      };
      await withRows(world, (db) => db.insertInto("oauth_connections").values(connection).execute());
      return me;
    },
  },
  "instructions.proposals": {
    path: "/v1/instructions/proposals",
    key: "proposals",
    order: "oldest first",
    add: ({ alice }, n) => alice.post("/v1/instructions/proposals", { markdown: `Text ${n}` }),
  },
  "projectInstructions.proposals": {
    path: "/v1/projects/web/instructions/proposals",
    key: "proposals",
    order: "oldest first",
    add: ({ bob }, n) => bob.post("/v1/projects/web/instructions/proposals", { markdown: `Text ${n}` }),
  },
  "threads.list": {
    path: "/v1/documents/instructions.company/threads",
    key: "threads",
    order: "oldest first",
    add: ({ bob }, n) => bob.post("/v1/documents/instructions.company/threads", { body: `Question ${n}` }),
  },
  "suggestions.list": {
    path: "/v1/documents/format.company.spec/suggestions",
    key: "suggestions",
    order: "oldest first",
    async add({ bob }, n) {
      const document = "/v1/documents/format.company.spec";
      const { revision } = (await bob.get(document)).body.document;
      const hunks = [{ start: 0, end: 0, replacement: `Words ${n}. ` }];
      return bob.post(`${document}/suggestions`, { baseRevision: revision, hunks });
    },
  },
  "questions.list": {
    path: "/v1/questions",
    key: "questions",
    order: "oldest first",
    add: ({ bob }, n) =>
      bob.post("/v1/documents/instructions.company/threads", { body: `Question ${n}`, kind: "question" }),
  },
  "claims.list": {
    path: "/v1/claims",
    key: "claims",
    order: "newest first",
    filter: { state: "all" },
    async add(world) {
      const claim = await world.bob.post("/v1/claims", { spec: await aSpec(world) });
      await world.bob.post(`/v1/claims/${claim.body.claim?.id}/release`);
      return claim;
    },
  },
  "evidence.list": {
    path: "/v1/projects/work/plans/PLAN-1/specs/SPEC-1/evidence",
    key: "evidence",
    order: "newest first",
    async add(world, n) {
      const [plan] = (await aSpec(world)).split("/");
      const list = lists["evidence.list"];
      if (list) list.path = `/v1/projects/work/plans/${plan}/specs/SPEC-1/evidence`;
      const evidence = [{ criterion: 1, result: "passed", kind: "commit", ref: `commit ${n}` }];
      return world.bob.post(list?.path ?? "", { evidence });
    },
  },
  "planContext.quotes": {
    path: "",
    key: "quotes",
    order: "oldest first",
    async add(world) {
      const [planShortId = ""] = (await aSpec(world)).split("/");
      const place = { projectSlug: "work", planShortId, owner: world.bob };
      const sourceId = quoted.get(world) ?? (await aQuotedSource(place));
      quoted.set(world, sourceId);
      const list = lists["planContext.quotes"];
      if (list) list.path = `/v1/projects/work/plans/${planShortId}/context/${sourceId}/quotes`;
      return (await aSuggestedSpec(place, sourceId)).accepted;
    },
  },
  "comments.list": {
    path: "",
    key: "comments",
    order: "oldest first",
    async add(world, n) {
      const list = lists["comments.list"];
      if (list && !commented.has(world)) {
        commented.add(world);
        const threads = "/v1/documents/instructions.company/threads";
        const { thread } = (await world.bob.post(threads, { body: "Question" })).body;
        list.path = `${threads}/${thread.id}/comments`;
      }
      return world.bob.post(list?.path ?? "", { body: `Answer ${n}` });
    },
  },
  "documents.listRevisions": {
    path: "/v1/documents/format.company.spec/revisions",
    key: "revisions",
    order: "newest first",
    add: ({ alice }, n) => alice.put("/v1/formats/spec", { markdown: `Format ${n} ${Math.random()}` }),
  },
  "audit.list": {
    path: "/v1/audit",
    key: "entries",
    order: "newest first",
    filter: { type: "workspace.updated" },
    add: ({ alice }, n) => alice.patch("/v1/workspace", { name: `Audited ${n} ${Math.random()}` }),
  },
  "plans.activity": {
    path: "/v1/projects/web/plans/PLAN-1/activity",
    key: "activity",
    order: "newest first",
    add: ({ alice }, n) =>
      alice.patch("/v1/projects/web/plans/PLAN-1", { description: `Described ${n} ${Math.random()}` }),
  },
  "bin.list": {
    path: "/v1/bin",
    key: "items",
    order: "newest first",
    async add({ alice }, n) {
      const { plan } = (await alice.post("/v1/projects/web/plans", { name: `Archived ${n}` })).body;
      return alice.post(`/v1/projects/web/plans/${plan.shortId}/archive`);
    },
  },
  "planLinks.list": {
    path: "/v1/projects/web/plans/PLAN-1/links",
    key: "links",
    order: "oldest first",
    add: ({ alice }) => alice.post("/v1/projects/web/plans/PLAN-1/links"),
  },
  "specLinks.list": {
    path: "/v1/projects/web/plans/PLAN-1/specs/SPEC-1/links",
    key: "links",
    order: "oldest first",
    async add({ alice }) {
      const spec = "/v1/projects/web/plans/PLAN-1/specs/SPEC-1";
      if ((await alice.get(spec)).status !== 200)
        await alice.post("/v1/projects/web/plans/PLAN-1/specs", { title: "Linked" });
      return alice.post(`${spec}/links`);
    },
  },
  "notifications.list": {
    path: "/v1/notifications",
    key: "items",
    order: "newest first",
    async add({ alice, bob }, n) {
      const { plan } = (await bob.post("/v1/projects/web/plans", { name: `For alice ${n}` })).body;
      const share = `/v1/projects/web/plans/${plan.shortId}/shares/${alice.userId}`;
      return bob.put(share, { capability: "READ" });
    },
  },
  "invites.list": {
    path: "/v1/invites",
    key: "invites",
    order: "oldest first",
    add: ({ alice }, n) =>
      alice.post("/v1/invites", { email: `${n}-${Math.random()}@example.com`, role: "VIEWER" }),
  },
  "search.find": {
    path: "/v1/search",
    key: "results",
    order: "newest first",
    filter: { q: "quagga" },
    add: ({ alice }, n) => alice.post("/v1/context", { title: `Found ${newId()}`, text: `Quagga ${n}.` }),
  },
  "webhooks.list": {
    path: "/v1/webhooks",
    key: "webhooks",
    order: "oldest first",
    add: ({ alice }) =>
      alice.post("/v1/webhooks", { url: "https://1.1.1.1/hook", events: ["workspace.created"] }),
  },
  "labels.list": {
    path: "/v1/labels",
    key: "labels",
    order: "oldest first",
    add: ({ alice }, n) => alice.post("/v1/labels", { name: `Label ${n}`, color: "#1f6feb" }),
  },
  "views.list": {
    path: "/v1/views",
    key: "views",
    order: "oldest first",
    add: ({ alice }, n) =>
      alice.post("/v1/views", {
        name: `View ${n}`,
        scope: n % 2 === 0 ? "person" : "workspace",
        query: { assignee: "me" },
      }),
  },
  "specs.listAll": {
    path: "/v1/specs",
    key: "specs",
    order: "newest first",
    add: ({ alice }, n) => alice.post("/v1/projects/web/plans/PLAN-1/specs", { title: `Spec ${n}` }),
  },
  "models.list": {
    path: "/v1/models",
    key: "models",
    order: "oldest first",
    add: ({ alice }, n) =>
      alice.post("/v1/models", {
        name: `Model ${n}`,
        kind: "openai-compatible",
        baseUrl: "https://1.1.1.1/v1",
        model: "small",
        contextTokens: 8000,
        maxOutput: 1000,
        scope: n % 2 === 0 ? "person" : "workspace",
      }),
  },
  "runs.list": {
    path: "/v1/projects/web/plans/PLAN-1/runs",
    key: "runs",
    order: "newest first",
    async add(world) {
      await aRun({ projectSlug: "web", planShortId: "PLAN-1", owner: world.alice }, world, "stopped");
      return world.alice.get("/v1/me");
    },
  },
  "mcpServers.list": {
    path: "/v1/mcp-servers",
    key: "servers",
    order: "oldest first",
    add: ({ alice }, n) =>
      alice.post("/v1/mcp-servers", {
        label: `Server ${n}`,
        url: "http://169.254.169.254/mcp",
        authMode: "anonymous",
      }),
  },
};

const quoted = new WeakMap<World, string>();
const worked = new WeakMap<World, Promise<string>>();

/** Returns a world's spec with a criterion, created once. */
function aSpec(world: World): Promise<string> {
  const create = async () => {
    await world.alice.post("/v1/projects", { name: "Work", slug: "work" });
    const { plan } = (await world.bob.post("/v1/projects/work/plans", { name: "Plan" })).body;
    const content = "## Acceptance criteria\n\n1. It works.";
    await world.bob.post(`/v1/projects/work/plans/${plan.shortId}/specs`, { title: "Spec", content });
    return `${plan.shortId}/SPEC-1`;
  };
  const spec = worked.get(world) ?? create();
  worked.set(world, spec);
  return spec;
}

/** Lists of external or fixed data, covered by their own tests. */
const elsewhere = [
  ...["connectors.list", "connectors.targets", "next.list", "pushes.list"],
  ...["webhooks.deliveries", "models.usage", "devices.list"],
  ...["formats.list", "projectFormats.list", "skills.list", "projectSkills.list"],
  ...["context.list", "projectContext.list", "planContext.list", "prototypeShares.list"],
];

const items = 53;

/** Lists walked on both databases: search has a different index on each, others represent the rest. */
const onBoth = ["projects.list", "apiKeys.list", "plans.list", "search.find"];

/** Returns a database's lists: every other one, or all in `test:long`. */
const listsOn = (create: (typeof databases)[number]["create"]): [string, List][] => {
  const others = Object.keys(lists).filter((id) => !onBoth.includes(id));
  const ids = [...onBoth, ...half(others, create)];
  return ids.flatMap((id) => (lists[id] ? [[id, lists[id]]] : []));
};

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });
  beforeAll(async () => {
    await world.alice.post("/v1/projects/web/plans", { name: "Plan" });
    await world.alice.post(specs, { title: "Spec" });
    // Only shares notify the inbox here: other lists create threads and suggestions.
    await world.alice.patch("/v1/notifications/settings", { threads: false, suggestions: false });
    const fill = async (id: string) => {
      for (let n = 0; n < items; n++) expect((await lists[id]?.add(world, n))?.status, id).toBeLessThan(300);
    };
    // Creating revisions changes the text of suggestions.
    const revisions = "documents.listRevisions";
    const ids = listsOn(create).map(([id]) => id);
    await Promise.all(ids.flatMap((id) => (id === revisions ? [] : fill(id))));
    if (ids.includes(revisions)) await fill(revisions);
    await withRows(world, (db) => sql`analyze`.execute(db)); // Production databases analyze by themselves.
  });

  it("every list is tested here", () => {
    const built = endpoints.filter((endpoint: Endpoint) => "cursor" in endpoint.query.shape);
    const known = [...Object.keys(lists), ...elsewhere];
    expect(built.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
  });

  describe.each(listsOn(create))("%s", (id, list) => {
    const row = listsOn(create).findIndex(([one]) => one === id);
    const get = async (query: Record<string, string | number>) => {
      const answer = await world.alice.get(
        `${list.path}?${new URLSearchParams({ ...list.filter, ...(query as Record<string, string>) })}`,
      );
      return { ...answer, items: (answer.body[list.key] ?? []) as unknown[] };
    };
    const all = async () => {
      const found: unknown[] = [];
      for (let cursor = ""; ; ) {
        const page = await get({ limit: 200, ...(cursor ? { cursor } : {}) });
        found.push(...page.items);
        if (!page.body.nextCursor) return found;
        cursor = page.body.nextCursor;
      }
    };

    it(
      list.whole ? "answers whole when asked with neither" : "answers 50 when asked with neither",
      async () => {
        const answer = await get({});
        const expected = await all();
        expect(expected.length).toBeGreaterThan(50);
        expect(answer.items).toEqual(list.whole ? expected : expected.slice(0, 50));
        expect("nextCursor" in answer.body).toBe(!list.whole);
      },
    );

    it("clamps `limit` to 1 and 200", async () => {
      for (const limit of ["0", "-5", "-99999999999999999999", "1"])
        expect((await get({ limit })).items, limit).toHaveLength(1);
      const most = Math.min(200, (await all()).length);
      for (const limit of ["200", "9999", "99999999999999999999999", "00200"])
        expect((await get({ limit })).items, limit).toHaveLength(most);
    });

    const noLimits = ["1.5", "abc", "", " ", "1e2", "0x10", "١", "NaN", "Infinity", "1 "];
    it.each(half(noLimits, create, row))("refuses `limit` %j with 400", async (limit) =>
      expectInvalid(await get({ limit }), ["/limit"]),
    );

    it("has no `nextCursor` on the last page, also if that is full", async () => {
      const expected = await all();
      for (const limit of [13, expected.length].filter((limit) => limit <= 200)) {
        const rest = expected.length % limit || limit;
        let page = await get({ limit });
        while (page.body.nextCursor) page = await get({ limit, cursor: page.body.nextCursor });
        expect(page.items).toEqual(expected.slice(-rest));
      }
    });

    it("a cursor without `limit` gives pages of 50", async () => {
      const { nextCursor } = (await get({ limit: 1 })).body;
      expect((await get({ cursor: nextCursor })).items).toEqual((await all()).slice(1, 51));
    });

    it("refuses a changed or truncated cursor, or one of another list, with 400", async () => {
      const { nextCursor } = (await get({ limit: 1 })).body;
      const other = list.key === "projects" ? "/v1/api-keys" : "/v1/projects";
      const foreign = (await world.alice.get(`${other}?limit=1`)).body.nextCursor;
      const flipped = [...nextCursor].map(
        (character, at) =>
          nextCursor.slice(0, at) + (character === "A" ? "B" : "A") + nextCursor.slice(at + 1),
      );
      const odd = [
        "",
        "x",
        "null",
        "[]",
        `${nextCursor}=`,
        `${nextCursor}A`,
        `${nextCursor} `,
        ` ${nextCursor}`,
      ];
      const refused = [...part(12, flipped, create, row), ...odd, nextCursor.slice(0, -1), foreign];
      for (const cursor of [...refused, nextCursor.repeat(20)])
        expectInvalid(await get({ cursor }), ["/cursor"], cursor);
    });

    it("pages of any size are stable while others insert items", async () => {
      const seen = { inserts: 0 };
      const walk = fc.asyncProperty(
        fc.array(fc.record({ limit: fc.integer({ min: 1, max: 40 }), insert: fc.boolean() }), {
          minLength: 1,
        }),
        async (steps) => {
          const before = await all();
          const collected: unknown[] = [];
          let cursor: string | undefined;
          for (let at = 0; at === 0 || cursor; at++) {
            const { limit, insert } = steps[at % steps.length] ?? { limit: 1, insert: false };
            const page = await get({ limit, ...(cursor ? { cursor } : {}) });
            if (page.body.nextCursor) expect(page.items).toHaveLength(limit);
            collected.push(...page.items);
            cursor = page.body.nextCursor;
            if (insert && cursor && at < 3) {
              seen.inserts++;
              expect((await list.add(world, seen.inserts + 1000)).status).toBeLessThan(300);
            }
          }
          const now = await all();
          // Items inserted behind the reader are not seen; items inserted ahead are seen once, in order.
          expect(stable(collected)).toEqual(stable(list.order === "oldest first" ? now : before));
        },
      );
      await fc.assert(walk, { numRuns: process.env.LONG ? 20 : 2, seed: 7 });
      expect(seen.inserts).toBeGreaterThan(0);
    });
  });

  it("a cursor is valid only with its own filters", async () => {
    const plans = "/v1/projects/web/plans";
    const { nextCursor } = (await world.alice.get(`${plans}?limit=1&status=PLANNING`)).body;
    expectInvalid(await world.alice.get(`${plans}?limit=1&cursor=${nextCursor}`), ["/cursor"]);
    const other = `${plans}?limit=1&status=PLANNING&cursor=${nextCursor}`;
    expect((await world.alice.get(other)).status).toBe(200);
  });
});

function stable(found: unknown[]): unknown[] {
  return found.map((item) => {
    const { id, seq, userId } = item as Record<string, unknown>;
    return id ?? seq ?? userId;
  });
}

import { type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { expect } from "vitest";
import { databases } from "../../../test/databases.ts";
import { type Answer, openWorld, type Person, type World } from "../../../test/world.ts";
import type { OpenTracker } from "../trackers/registry.ts";

export { databases };

/** A test service with GitHub connected to a stand-in with many empty repositories. */
export interface Bench {
  world: World;
  github: GitHubStandIn;
  alice: Person;
  /** The number of repositories taken by tests. */
  taken: number;
  close(): Promise<void>;
}

/** A project with a small plan, targeting a repository of its own. */
export interface Sandbox {
  repository: string;
  project: string;
  plans: string;
  /** The plan's API path and handle. */
  main: string;
  mainId: string;
  sub: string;
  subId: string;
}

interface Options {
  env?: Record<string, string>;
  openTracker?: OpenTracker;
  jobs?: "off";
  limits?: { children?: number; dependencies?: number };
}

const repositories = () =>
  Array.from({ length: 60 }, (_, n) => ({
    owner: "acme",
    name: `r${n}`,
    private: true,
    archived: false,
    hasIssues: true,
    access: { planner: "write" as const },
  }));

export async function openBench(
  create: (typeof databases)[number]["create"],
  { env = {}, limits = {}, ...overrides }: Options = {},
): Promise<Bench> {
  const github = await startGitHub({ repositories: repositories(), limits });
  const settings = { GROUNDPLAN_GITHUB_API_URL: github.url, GROUNDPLAN_PUSH_SETTLE_MS: "50", ...env };
  const world = await openWorld(create, { env: settings, ...overrides });
  const { alice } = world;
  expectOk(await alice.post("/v1/connectors/github/connect", { apiKey: github.token }));
  const close = async () => {
    await world.close();
    await github.close();
    expect(github.violations).toEqual([]);
  };
  return { world, github, alice, taken: 0, close };
}

/**
 * Creates the plan "Launch" with specs Albums, Photos (under Albums) and Search (needs Albums), and sub-plan
 * "Shop" with Cart, which needs Launch: 6 issues, 5 sub-issues, 2 dependencies.
 */
export async function freshPlan(bench: Bench): Promise<Sandbox> {
  const { alice, github } = bench;
  const name = `r${bench.taken++}`;
  const repository = `acme/${name}`;
  const project = `/v1/projects/${name}`;
  const plans = `${project}/plans`;
  expectOk(await alice.post("/v1/projects", { name }));
  expectOk(await alice.put(`${project}/tracker`, { provider: "tracker_c", target: { repository } }));
  const plan = async (body: object) => expectOk(await alice.post(plans, body)).body.plan.shortId as string;
  const mainId = await plan({ name: "Launch", description: "Why and how." });
  const subId = await plan({ name: "Shop", parentPlanId: mainId });
  const main = `${plans}/${mainId}`;
  const sub = `${plans}/${subId}`;
  const specs = [
    { ref: "a", title: "Albums", content: "## Acceptance criteria\n1. They open." },
    { ref: "b", title: "Photos", content: "Ask @octocat.", parentSpecId: "a" },
    { ref: "c", title: "Search", needsFirst: ["a"] },
  ];
  expectOk(await alice.post(`${main}/specs/batch`, { specs }));
  expectOk(await alice.post(`${sub}/specs`, { title: "Cart", content: "Holds things." }));
  expectOk(await alice.post(`${sub}/dependencies`, { fromPlanId: subId, toPlanId: mainId }));
  github.log.length = 0;
  return { repository, project, plans, main, mainId, sub, subId };
}

/** The issues after pushing a fresh plan, in the form of `issues`. */
export const whole = {
  Launch: { parent: null, needs: [] },
  Shop: { parent: "Launch", needs: ["Launch"] },
  Albums: { parent: "Launch", needs: [] },
  Photos: { parent: "Albums", needs: [] },
  Search: { parent: "Launch", needs: ["Albums"] },
  Cart: { parent: "Shop", needs: [] },
};

export function expectOk(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Returns the writes received by the stand-in. */
export const writes = ({ github }: Pick<Bench, "github">) =>
  github.log.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

/** Returns a repository's issues by title, with parent and blockers. Throws on duplicate titles. */
export async function issues(bench: Bench, sandbox: Sandbox) {
  return (await whatGitHubHas(bench, sandbox)).issues;
}

/** Returns the issues, and whether they match the ledger one to one. */
export async function whatGitHubHas({ github, world }: Bench, { repository }: Sandbox) {
  const there = (await github.dump()).filter((issue) => issue.repository === repository);
  const titles = new Map(there.map((issue) => [issue.id, issue.title]));
  if (new Set(titles.values()).size < titles.size)
    throw new Error(`doubled: ${[...titles.values()].join(", ")}`);
  const title = (id: number | null) => (id === null ? null : (titles.get(id) ?? "?"));
  const rows = await world.context.db
    .selectFrom("push_items")
    .selectAll()
    .where("target", "=", repository)
    .execute();
  const known = rows.flatMap((row) => row.external_id ?? []).toSorted();
  const same =
    known.join() ===
    there
      .map((issue) => String(issue.id))
      .toSorted()
      .join();
  const sent = rows.every((row) => row.state === "sent");
  return {
    issues: Object.fromEntries(
      there.map((issue) => [
        issue.title,
        { parent: title(issue.parent), needs: issue.blockedBy.map(title).toSorted() },
      ]),
    ),
    ledger: same && sent ? "knows each once" : `${known} ${rows.map((row) => row.state)}`,
  };
}

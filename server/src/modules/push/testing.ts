import { databases } from "../../../test/databases.ts";
import { type GitHubStandIn, startGitHub } from "../../../test/github/start.ts";
import { type Answer, openWorld, type Person, type World } from "../../../test/world.ts";
import type { OpenTracker } from "./trackers/open.ts";

export { databases };

/** A world with GitHub connected to a stand-in of many empty repositories. */
export interface Bench {
  world: World;
  github: GitHubStandIn;
  alice: Person;
  /** Repositories that tests have taken. */
  taken: number;
  close(): Promise<void>;
}

/** A project of its own, aimed at a repository of its own, with a small plan. */
export interface Place {
  repository: string;
  project: string;
  plans: string;
  /** The plan's path, and its handle. */
  main: string;
  mainId: string;
  sub: string;
  subId: string;
}

interface Options {
  env?: Record<string, string>;
  openTracker?: OpenTracker;
  jobs?: "off";
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
  { env = {}, ...overrides }: Options = {},
): Promise<Bench> {
  const github = await startGitHub({ repositories: repositories() });
  const settings = { GROUNDPLAN_GITHUB_API_URL: github.url, GROUNDPLAN_PUSH_SETTLE_MS: "50", ...env };
  const world = await openWorld(create, { env: settings, ...overrides });
  const { alice } = world;
  expectOk(await alice.post("/v1/connectors/github/connect", { apiKey: github.token }));
  const close = async () => {
    await world.close();
    await github.close();
  };
  return { world, github, alice, taken: 0, close };
}

/**
 * "Launch" with three specs (Albums, Photos under it, Search that needs Albums) and the sub-plan "Shop" with one
 * (Cart), which needs Launch first: 6 issues, 5 sub-issues and 2 dependencies.
 */
export async function freshPlan(bench: Bench): Promise<Place> {
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

/** What a push of a fresh plan makes, as `issues` tells it. */
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

/** What the stand-in was asked to change. */
export const writes = ({ github }: Pick<Bench, "github">) =>
  github.log.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

/** A repository's issues by title: what each is under, and what blocks it. Two of one title are an error. */
export async function issues({ github }: Pick<Bench, "github">, { repository }: Pick<Place, "repository">) {
  const dumped = (await github.dump()).filter((issue) => issue.repository === repository);
  const titles = new Map(dumped.map((issue) => [issue.id, issue.title]));
  if (new Set(titles.values()).size < titles.size) {
    throw new Error(`doubled: ${[...titles.values()].join(", ")}`);
  }
  const title = (id: number) => titles.get(id) ?? "?";
  return Object.fromEntries(
    dumped.map((issue) => [
      issue.title,
      {
        parent: issue.parent === null ? null : title(issue.parent),
        needs: issue.blockedBy.map(title).toSorted(),
      },
    ]),
  );
}

/** Whether the ledger knows every issue of the repository, each once, and nothing else. */
export async function ledger({ github, world }: Bench, { repository }: Place): Promise<string> {
  const there = (await github.dump()).filter((issue) => issue.repository === repository);
  const known = await world.context.db
    .selectFrom("push_items")
    .selectAll()
    .where("target", "=", repository)
    .execute();
  if (known.some((row) => row.state !== "sent")) return `has rows that are ${known.map((row) => row.state)}`;
  const ids = known.flatMap((row) => row.external_id ?? []);
  const same =
    ids.toSorted().join() ===
    there
      .map((issue) => String(issue.id))
      .toSorted()
      .join();
  return same ? "is what GitHub has" : `knows ${ids}`;
}

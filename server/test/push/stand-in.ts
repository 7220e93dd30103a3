import type { Provider } from "@groundplan/contract";
import { startGitHub } from "../github/start.ts";
import { startJira } from "../jira/start.ts";
import { startLinear } from "../linear/start.ts";

/** What a tracker has, by title: what each thing is under, and what it waits for. */
export type Had = Record<string, { parent: string | null; needs: string[] }>;

/** A stand-in of any tracker, as tests of the push engine see it. */
export interface StandIn {
  connector: string;
  provider: Provider;
  env: Record<string, string>;
  /** The body that connects it. */
  connect: Record<string, string>;
  /** A place to push to, for the n-th test. */
  target(n: number): { target: Record<string, string>; name: string };
  /** What is there whose title ends with `mark`; two things of one title are an error. */
  had(mark: string): Promise<Had>;
  /** Ids of the same things, as the ledger knows them. */
  ids(mark: string): Promise<string[]>;
  violations: { request: string; problems: string[] }[];
  log: { method: string; path: string }[];
  close(): Promise<void>;
}

interface Thing {
  id: string;
  title: string;
  parent: string | null;
  needs: string[];
}

/** `parent` and `needs` are ids. */
function tell(things: readonly Thing[], mark: string): { had: Had; ids: string[] } {
  const here = things.filter(({ title }) => title.endsWith(mark));
  const titles = new Map(here.map(({ id, title }) => [id, title.slice(0, -mark.length)]));
  if (new Set(titles.values()).size < titles.size)
    throw new Error(`doubled: ${[...titles.values()].toSorted().join(", ")}`);
  const titleOf = (id: string) => titles.get(id) ?? "?";
  const had = Object.fromEntries(
    here.map(({ id, parent, needs }) => [
      titleOf(id),
      { parent: parent === null ? null : titleOf(parent), needs: needs.map(titleOf).toSorted() },
    ]),
  );
  return { had, ids: here.map(({ id }) => id).toSorted() };
}

type Base = Pick<StandIn, "had" | "ids">;

const telling = (things: () => Promise<Thing[]>): Base => ({
  had: async (mark) => tell(await things(), mark).had,
  ids: async (mark) => tell(await things(), mark).ids,
});

export async function githubStandIn(): Promise<StandIn> {
  const repositories = Array.from({ length: 400 }, (_, n) => ({
    owner: "acme",
    name: `r${n}`,
    private: true,
    archived: false,
    hasIssues: true,
    access: { planner: "write" as const },
  }));
  const github = await startGitHub({ repositories });
  const name = (id: number | null) => (id === null ? null : String(id));
  return {
    connector: "github",
    provider: "tracker_c",
    env: { GROUNDPLAN_GITHUB_API_URL: github.url },
    connect: { apiKey: github.token },
    target: (n) => ({ target: { repository: `acme/r${n}` }, name: `acme/r${n}` }),
    ...telling(async () =>
      (await github.dump()).map(({ id, title, parent, blockedBy }) => ({
        id: String(id),
        title,
        parent: name(parent),
        needs: blockedBy.map(String),
      })),
    ),
    violations: github.violations,
    log: github.log,
    close: github.close,
  };
}

export async function linearStandIn(): Promise<StandIn> {
  const linear = await startLinear();
  const things = async (): Promise<Thing[]> => {
    const { issues, projects } = linear.dump();
    const idOf = new Map(issues.map(({ id, identifier }) => [identifier, id]));
    const id = (identifier: string) => idOf.get(identifier) ?? identifier;
    return [
      // Projects lie under nothing in Linear.
      ...projects.map(({ id, name, blockedBy }) => ({ id, title: name, parent: null, needs: blockedBy })),
      ...issues.map((issue) => ({
        id: issue.id,
        title: issue.title,
        parent: issue.parent === null ? issue.project : id(issue.parent),
        needs: issue.blockedBy.map(id),
      })),
    ];
  };
  return {
    connector: "linear",
    provider: "tracker_a",
    env: { GROUNDPLAN_LINEAR_API_URL: linear.url },
    connect: { apiKey: linear.token },
    target: () => ({ target: { teamKey: linear.teamKey }, name: linear.teamKey }),
    ...telling(things),
    violations: linear.violations,
    log: linear.log,
    close: linear.close,
  };
}

export async function jiraStandIn(): Promise<StandIn> {
  const jira = await startJira({ limits: { indexDelayMs: 20 } });
  const things = async (): Promise<Thing[]> => {
    const { issues } = jira.dump();
    const idOf = new Map(issues.map(({ id, key }) => [key, id]));
    const id = (key: string) => idOf.get(key) ?? key;
    return issues.map((issue) => ({
      id: issue.id,
      title: String(issue.summary),
      parent: issue.parent === null ? null : id(issue.parent),
      needs: issue.blockedBy.map(id),
    }));
  };
  return {
    connector: "jira",
    provider: "tracker_b",
    env: { GROUNDPLAN_JIRA_API_URL: jira.url },
    connect: { apiKey: jira.token, account: jira.email, site: "acme.atlassian.net" },
    target: () => ({ target: { projectKey: jira.projectKey }, name: jira.projectKey }),
    ...telling(things),
    violations: jira.violations,
    log: jira.log,
    close: jira.close,
  };
}

export const standIns = { linear: linearStandIn, jira: jiraStandIn, github: githubStandIn };

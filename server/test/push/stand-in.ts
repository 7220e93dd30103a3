import type { Provider } from "@groundplan/contract";
import type { Fault, Faults, Match } from "@groundplan/tracker-stand-ins";
import {
  type Options as GitHubOptions,
  faults as ofGitHub,
  startGitHub,
} from "@groundplan/tracker-stand-ins/github";
import {
  basic,
  type Options as JiraOptions,
  faults as ofJira,
  planner,
  startJira,
} from "@groundplan/tracker-stand-ins/jira";
import {
  type Options as LinearOptions,
  faults as ofLinear,
  startLinear,
} from "@groundplan/tracker-stand-ins/linear";
import { githubPeople, jiraPeople, linearPeople, type People } from "./people.ts";
import { type Back, githubBack, jiraBack, linearBack } from "./sync/tracker-changes.ts";

/** The tracker's issues by title, with parent and dependencies. */
export type Had = Record<string, { parent: string | null; needs: string[] }>;

/** A stand-in of any tracker, for tests of the push engine. */
export interface StandIn {
  connector: string;
  provider: Provider;
  env: Record<string, string>;
  /** The request body that connects it. */
  connect: Record<string, string>;
  /** The target of the n-th test. */
  target(n: number): { target: Record<string, string>; name: string };
  /** Returns the issues whose title ends with `mark`. Throws on duplicate titles. */
  had(mark: string): Promise<Had>;
  /** The ids of these issues in the ledger. */
  ids(mark: string): Promise<string[]>;
  people: People;
  /** Returns an issue's text as the tracker has it, with its links. */
  stored(key: string): Promise<string>;
  /** Pictures that arrived. */
  files(): SentFile[];
  /** The call that sends a picture. */
  sends: Match;
  back: Back;
  /** Calls after a request ran, before its answer leaves. Returns the unsubscribe function. */
  onAnswer(hook: (entry: Asked) => Promise<void>): () => void;
  /** Runs before a request; may return a fault. */
  onAsk(hook: (entry: Asked) => Promise<Fault | undefined>): () => void;
  violations: { request: string; problems: string[] }[];
  log: { method: string; path: string }[];
  faults: Faults;
  /** The calls that create specs' issues. */
  creates: Match;
  /** Lets lists of changes show all earlier writes; Jira's index lags. */
  catchUp(): void;
  /** A rate limit for this time. */
  limit(seconds: number): Fault;
  /** Refuses a field of an issue. */
  refuses(field: string): Fault;
  /** Returns a connecting body with an unused key. */
  newKey(): Record<string, string>;
  close(): Promise<void>;
}

/** A file and its address in texts. */
interface SentFile {
  address: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** A request; GraphQL lists its operations. */
interface Asked {
  method: string;
  path: string;
  operations?: string[];
  body: unknown;
}

interface Thing {
  id: string;
  title: string;
  parent: string | null;
  needs: string[];
}

/** Turns ids in `parent` and `needs` into titles. */
function tell(things: readonly Thing[], mark: string): { had: Had; ids: string[] } {
  const here = things.filter(({ title }) => title.endsWith(mark));
  const titles = new Map(here.map(({ id, title }) => [id, title.slice(0, -mark.length)]));
  if (new Set(titles.values()).size < titles.size)
    throw new Error(`doubled: ${[...titles.values()].toSorted().join(", ")}`);
  const titleOf = (id: string) => titles.get(id) ?? `?${id}`;
  const had = Object.fromEntries(
    here.map(({ id, parent, needs }) => [
      titleOf(id),
      { parent: parent === null ? null : titleOf(parent), needs: needs.map(titleOf).toSorted() },
    ]),
  );
  return { had, ids: here.map(({ id }) => id).toSorted() };
}

/** Members of the world who have accounts in every tracker, by login. */
const members = { alice: "alice@acme.example", bob: "bob@acme.example", bobby: "bobby.bob@acme.example" };
const named = Object.entries(members).map(([name, email]) => ({ name, email }));
const accounts = named.map(({ name, email }) => ({
  accountId: `5b10${name}`,
  displayName: name,
  emailAddress: email,
}));

type Base = Pick<StandIn, "had" | "ids">;

const telling = (things: () => Promise<Thing[]>): Base => ({
  had: async (mark) => tell(await things(), mark).had,
  ids: async (mark) => tell(await things(), mark).ids,
});

export async function githubStandIn(options: GitHubOptions = {}): Promise<StandIn> {
  const repositories = Array.from({ length: 400 }, (_, n) => ({
    owner: "acme",
    name: `r${n}`,
    private: true,
    archived: false,
    hasIssues: true,
    access: { planner: "write" as const, alice: "write" as const, bob: "read" as const },
  }));
  const other = { ...repositories[0], name: "other" } as (typeof repositories)[number];
  const vault = { ...other, name: "vault", access: {} };
  const github = await startGitHub({
    people: members,
    ...options,
    repositories: [...repositories, other, vault],
  });
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
    people: githubPeople(github),
    async stored(key) {
      const [repository, number] = key.split("#");
      const found = (await github.dump()).find(
        (one) => one.repository === repository && String(one.number) === number,
      );
      return found?.body ?? "";
    },
    files: () => [],
    sends: { path: "^$" },
    back: githubBack(github),
    onAnswer: github.onResponse,
    onAsk: github.onRequest,
    violations: github.violations,
    log: github.log,
    faults: github.faults,
    creates: { method: "POST", path: "/issues$" },
    catchUp: () => {},
    limit: (seconds) => ofGitHub.primaryLimit(seconds),
    refuses: () => ({ before: { status: 422, body: { message: "Validation Failed" } } }),
    newKey() {
      const apiKey = `key-${github.tokens.size}-${github.log.length}`;
      github.tokens.set(apiKey, { login: "planner" });
      return { apiKey };
    },
    close: github.close,
  };
}

const refusal = (field: string) => ({
  message: `${field} is not valid`,
  path: ["m0"],
  extensions: { type: "invalid input", code: "INPUT_ERROR", userError: true },
});

async function linearStandIn(options: LinearOptions = {}): Promise<StandIn> {
  const linear = await startLinear({ people: named, ...options });
  const grant = linear.tokens.get(linear.token);
  const things = async (): Promise<Thing[]> => {
    const { issues, projects } = linear.dump();
    const there = <T extends { trashed: boolean }>(list: readonly T[]) =>
      list.filter(({ trashed }) => !trashed);
    const inBin = new Set(
      [...issues, ...projects]
        .filter(({ trashed }) => trashed)
        .map((one) => ("identifier" in one ? one.identifier : one.id)),
    );
    const idOf = new Map(issues.map(({ id, identifier }) => [identifier, id]));
    const id = (identifier: string) => idOf.get(identifier) ?? identifier;
    return [
      // Linear's projects have no parent.
      ...there(projects).map(({ id, name, blockedBy }) => ({
        id,
        title: name,
        parent: null,
        needs: blockedBy.filter((one) => !inBin.has(one)),
      })),
      ...there(issues).map((issue) => ({
        id: issue.id,
        title: issue.title,
        parent: issue.parent === null ? issue.project : id(issue.parent),
        needs: issue.blockedBy.filter((one) => !inBin.has(one)).map(id),
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
    people: linearPeople(linear),
    async stored(key) {
      const { issues, projects } = linear.dump();
      const issue = issues.find(({ identifier }) => identifier === key);
      return issue?.description ?? projects.find(({ id }) => id === key)?.content ?? "";
    },
    files: () =>
      [...linear.files].flatMap(([address, { filename: name, contentType: type, bytes }]) =>
        bytes ? [{ address, name, type, bytes }] : [],
      ),
    sends: { path: "fileUpload" },
    back: linearBack(linear),
    onAnswer: linear.onResponse,
    onAsk: linear.onRequest,
    violations: linear.violations,
    log: linear.log,
    faults: linear.faults,
    creates: { path: "issue(Batch)?Create" },
    catchUp: () => {},
    refuses: (field) => ({
      before: { status: 200, body: { data: null, errors: [refusal(field)] } },
    }),
    limit: (seconds) => ofLinear.rateLimited("requests", seconds * 1000),
    newKey() {
      const apiKey = `key-${linear.tokens.size}-${linear.log.length}`;
      if (grant) linear.tokens.set(apiKey, grant);
      return { apiKey };
    },
    close: linear.close,
  };
}

export async function jiraStandIn(options: JiraOptions = {}): Promise<StandIn> {
  const jira = await startJira({ people: accounts, ...options, limits: { indexDelayMs: 20 } });
  const site = "acme.atlassian.net";
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
    connect: { apiKey: jira.token, account: jira.email, site },
    target: () => ({ target: { projectKey: jira.projectKey }, name: jira.projectKey }),
    ...telling(things),
    people: jiraPeople(jira),
    stored: async (key) => JSON.stringify(jira.dump().issues.find((one) => one.key === key)?.description),
    files: () =>
      [...jira.attachments.values()].flat().map(({ id, filename, mimeType: type, bytes }) => ({
        address: `${jira.url}/secure/attachment/${id}/${encodeURIComponent(filename)}`,
        name: filename,
        type,
        bytes,
      })),
    sends: { path: "/attachments$" },
    back: jiraBack(jira),
    onAnswer: jira.onResponse,
    onAsk: jira.onRequest,
    violations: jira.violations,
    log: jira.log,
    faults: jira.faults,
    creates: { path: "/issue/bulk$" },
    catchUp: jira.catchUp,
    refuses: (field) => ({
      before: { status: 400, body: { errorMessages: [], errors: { [field]: "It cannot be set." } } },
    }),
    limit: (seconds) => ofJira.limited("jira-quota-tenant-based", seconds),
    newKey() {
      const apiKey = `key-${jira.accounts.size}-${jira.log.length}`;
      jira.accounts.set(basic(jira.email, apiKey), planner);
      return { apiKey, account: jira.email, site };
    },
    close: jira.close,
  };
}

export const standIns = { linear: linearStandIn, jira: jiraStandIn, github: githubStandIn };

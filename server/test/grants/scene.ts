import { connectConnector } from "@groundplan/contract";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { planner, startJira } from "@groundplan/tracker-stand-ins/jira";
import { startLinear } from "@groundplan/tracker-stand-ins/linear";
import { type Browser, signedInBrowser } from "../browser.ts";
import type { databases } from "../databases.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { startVendor, type Vendor, type VendorName } from "./vendor.ts";

export const publicUrl = "https://plans.example";

export interface Tracked {
  vendor: Vendor;
  env: Record<string, string>;
  forget(): void;
  /** The owners who installed GitHub's app. */
  installations: string[];
  violations: { request: string; problems: string[] }[];
  log: { method: string; path: string }[];
  /** Adds a hook that runs before each request; returns its removal. */
  onRequest(hook: (entry: Asked) => undefined): () => void;
  makes(entry: Asked): boolean;
  titles(): Promise<string[]>;
  target: Record<string, string>;
  provider: "tracker_a" | "tracker_b" | "tracker_c";
  close(): Promise<void>;
}

interface Asked {
  method: string;
  path: string;
  operations?: string[];
}

/** Starts a tracker and its vendor; the tracker accepts every token issued. */
async function startTracked(name: VendorName): Promise<Tracked> {
  const given: string[] = [];
  if (name === "linear") {
    const linear = await startLinear();
    const grant = linear.tokens.get(linear.token);
    if (!grant) throw new Error("the stand-in has no grant");
    const vendor = await startVendor(name, publicUrl, (token) => {
      given.push(token);
      linear.tokens.set(token, { ...grant, kind: "oauth" });
    });
    const forget = () => {
      for (const token of given.splice(0)) linear.tokens.delete(token);
    };
    return tracked(vendor, linear, { GROUNDPLAN_LINEAR_API_URL: linear.url }, forget, {
      makes: ({ operations }) => operations?.some((one) => /^issue(Batch)?Create$/.test(one)) ?? false,
      titles: async () => {
        const { issues, projects } = linear.dump();
        return [...issues.map(({ title }) => title), ...projects.map((project) => project.name)];
      },
      target: { teamKey: linear.teamKey },
      provider: "tracker_a",
    });
  }
  if (name === "jira") {
    const jira = await startJira({ limits: { indexDelayMs: 20 } });
    const vendor = await startVendor(name, publicUrl, (token) => {
      given.push(token);
      jira.accounts.set(`bearer ${token}`, planner);
    });
    const forget = () => {
      for (const token of given.splice(0)) jira.accounts.delete(`bearer ${token}`);
    };
    return tracked(vendor, jira, { GROUNDPLAN_JIRA_API_URL: jira.url }, forget, {
      makes: ({ method, path }) => method === "POST" && path.endsWith("/issue/bulk"),
      titles: async () => jira.dump().issues.map(({ summary }) => String(summary)),
      target: { projectKey: jira.projectKey },
      provider: "tracker_b",
    });
  }
  const github = await startGitHub();
  const vendor = await startVendor(name, publicUrl, (token) => {
    given.push(token);
    github.tokens.set(token, { login: "planner" });
  });
  const forget = () => {
    for (const token of given.splice(0)) github.tokens.delete(token);
  };
  return tracked(vendor, github, { GROUNDPLAN_GITHUB_API_URL: github.url }, forget, {
    makes: ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    titles: async () => (await github.dump()).map(({ title }) => title),
    target: { repository: github.repository },
    provider: "tracker_c",
  });
}

function tracked(
  vendor: Vendor,
  standIn: Pick<Tracked, "violations" | "log" | "close" | "onRequest"> & { installations?: string[] },
  env: Record<string, string>,
  forget: () => void,
  more: Pick<Tracked, "makes" | "titles" | "target" | "provider">,
): Tracked {
  return {
    vendor,
    onRequest: standIn.onRequest,
    ...more,
    env: { ...env, ...vendor.env, GROUNDPLAN_PUBLIC_URL: publicUrl },
    forget,
    installations: standIn.installations ?? [],
    violations: standIn.violations,
    log: standIn.log,
    async close() {
      await vendor.close();
      await standIn.close();
    },
  };
}

export interface Granting {
  world: World;
  tracked: Tracked;
  name: VendorName;
  browser: Browser;
  owner: Person;
  begin(by?: Person, body?: Record<string, string>): Promise<string>;
  connect(body?: Record<string, string>): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openGranting(
  create: (typeof databases)[number]["create"],
  name: VendorName,
  options: { env?: Record<string, string>; jobs?: "off" } = {},
): Promise<Granting> {
  const tracker = await startTracked(name);
  const jiraUrl = tracker.env.GROUNDPLAN_JIRA_API_URL;
  if (jiraUrl !== undefined) tracker.vendor.instead = opens([jiraUrl]);
  const env = { ...tracker.env, GROUNDPLAN_PUSH_SETTLE_MS: "50", ...options.env };
  const world = await openWorld(create, { ...options, env });
  const { browser, session } = await signedInBrowser(world, world.alice);
  const owner = await browser.token(session, (await world.alice.get("/v1/me")).body.workspace.id);
  const begin = async (by: Person = owner, body: Record<string, string> = {}) => {
    const answer = await by.call(connectConnector, { params: { connectorId: name }, body });
    if (answer.mode !== "oauth") throw new Error(`connect answered ${answer.mode}`);
    return String(answer.authorizeUrl);
  };
  return {
    world,
    tracked: tracker,
    name,
    browser,
    owner,
    begin,
    connect: async (body) => browser.visit(await tracker.vendor.letIn(await begin(owner, body), "planner")),
    async close() {
      await world.close();
      await tracker.close();
    },
  };
}

/** Answers the Jira sites of a token instead of the vendor. */
export const opens =
  (urls: readonly string[]): Vendor["instead"] =>
  ({ url }, response) => {
    if (url !== "/oauth/token/accessible-resources") return false;
    const list = urls.map((address, at) => ({
      id: `cloud-${at}`,
      name: `Site <b>${at}</b>`,
      url: address,
      scopes: ["read:jira-work", "write:jira-work"],
    }));
    response.setHeader("content-type", "application/json").end(JSON.stringify(list));
    return true;
  };

import { connectConnector } from "@groundplan/contract";
import { Browser, signedInBrowser } from "../browser.ts";
import type { databases } from "../databases.ts";
import { startGitHub } from "../github/start.ts";
import { startJira } from "../jira/start.ts";
import { planner } from "../jira/site.ts";
import { startLinear } from "../linear/start.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { startVendor, type Vendor, type VendorName } from "./vendor.ts";

export const publicUrl = "https://plans.example";

/** A tracker's stand-in that takes the tokens of a vendor. */
export interface Tracked {
  vendor: Vendor;
  env: Record<string, string>;
  /** The stand-in takes a token no more. */
  forget(): void;
  /** The owners for whom GitHub's app is installed. */
  installations: string[];
  violations: { request: string; problems: string[] }[];
  /** The number of requests that the stand-in has seen. */
  log: { method: string; path: string }[];
  close(): Promise<void>;
}

/** Starts a tracker and its vendor: every token that the vendor gives is taken by the tracker. */
export async function startTracked(name: VendorName): Promise<Tracked> {
  const given: string[] = [];
  if (name === "linear") {
    const linear = await startLinear();
    const grant = linear.tokens.get(linear.token);
    if (!grant) throw new Error("the stand-in has no grant");
    const vendor = await startVendor(name, publicUrl, (token) => {
      given.push(token);
      linear.tokens.set(token, { ...grant, kind: "oauth" });
    });
    return tracked(vendor, linear, { GROUNDPLAN_LINEAR_API_URL: linear.url }, () => {
      for (const token of given.splice(0)) linear.tokens.delete(token);
    });
  }
  if (name === "jira") {
    const jira = await startJira({ limits: { indexDelayMs: 20 } });
    const vendor = await startVendor(name, publicUrl, (token) => {
      given.push(token);
      jira.accounts.set(`bearer ${token}`, planner);
    });
    return tracked(vendor, jira, { GROUNDPLAN_JIRA_API_URL: jira.url }, () => {
      for (const token of given.splice(0)) jira.accounts.delete(`bearer ${token}`);
    });
  }
  const github = await startGitHub();
  const vendor = await startVendor(name, publicUrl, (token) => {
    given.push(token);
    github.tokens.set(token, { login: "planner" });
  });
  return tracked(vendor, github, { GROUNDPLAN_GITHUB_API_URL: github.url }, () => {
    for (const token of given.splice(0)) github.tokens.delete(token);
  });
}

function tracked(
  vendor: Vendor,
  standIn: Pick<Tracked, "violations" | "log" | "close"> & { installations?: string[] },
  env: Record<string, string>,
  forget: () => void,
): Tracked {
  return {
    vendor,
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

/** A world with a tracker, and the browser of its owner. */
export interface Granting {
  world: World;
  tracked: Tracked;
  name: VendorName;
  browser: Browser;
  /** The owner with a token of the console. */
  owner: Person;
  /** Asks to connect, and returns the address at the vendor. */
  begin(by?: Person, body?: Record<string, string>): Promise<string>;
  /** Connects, and returns where the browser is led. */
  connect(body?: Record<string, string>): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function openGranting(
  create: (typeof databases)[number]["create"],
  name: VendorName,
  options: { env?: Record<string, string>; jobs?: "off" } = {},
): Promise<Granting> {
  const tracker = await startTracked(name);
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
    ...{ world, tracked: tracker, name, browser, owner, begin },
    connect: async (body) => browser.visit(await tracker.vendor.letIn(await begin(owner, body), "planner")),
    async close() {
      await world.close();
      await tracker.close();
    },
  };
}

import { type Item, noDetails, type RemoteItem, type Tracker } from "../../src/modules/trackers/tracker.ts";
import type { Outbound } from "../../src/outbound/client.ts";
import { politeAnswer } from "../mcp/hostile.ts";
import { connectApp } from "../oauth/connected.ts";
import { checkingForm } from "../skill-archives.ts";
import type { Person, World } from "../world.ts";

export interface Place {
  owner: Person;
  projectSlug: string;
  planShortId: string;
  subPlan: string;
  dependencyId: string;
  keyId: string;
  connectionId: string;
  sharedWith: string;
  other: string;
  sourceId: string;
  projectSourceId: string;
  planSourceId: string;
  /** Open proposals for the company's and the project's instructions. */
  proposalId: string;
  projectProposalId: string;
  /** A thread about {@link companyDocument}. */
  threadId: string;
  /** Ids of uploaded sources by scope, once uploaded. */
  uploads?: Record<string, string>;
  /** A picture of the company's instructions, once uploaded. */
  pictureId?: string;
  /** The first public link to the plan's prototype, once created. */
  shareId?: string;
  /** A deleted spec of the sub-plan, once deleted. */
  deletedSpec?: string;
  /** The first push, once started. */
  pushId?: string;
}

export interface Wanted {
  owner: Person;
  visibility?: "TEAM" | "PRIVATE";
}

export const companyDocument = "instructions.company";

let places = 0;

export const pageAddress = "https://page.example/guide.md";

/** The webhooks' receiver, which accepts everything. */
export const hookAddress = "https://1.1.1.1/hook";

export const mcpAddress = "https://1.1.1.1/mcp";

/** Returns a client that fakes the page, the receiver and the MCP server, and delegates other calls. */
const withPage = (outbound: Outbound): Outbound => ({
  ...outbound,
  fetch: async (url, init) => {
    if (String(url).startsWith(mcpAddress)) return politeAnswer(String(init?.body));
    if (String(url) === hookAddress) return new Response(null, { status: 204 });
    if (String(url) !== pageAddress) return outbound.fetch(url, init);
    const page = new Response("# Guide\n\nMoor here.", { headers: { "content-type": "text/markdown" } });
    return Object.defineProperty(page, "url", { value: pageAddress });
  },
});

/**
 * Creates a project with plans, specs, a share, a tracker target, both levels' instructions with a proposal,
 * formats and skills, and a source per scope.
 */
export async function makePlace(
  world: World,
  { owner, visibility = "TEAM" }: Wanted = { owner: world.alice },
): Promise<Place> {
  const projectSlug = `place-${places++}`;
  world.context.outbound = withPage(world.context.outbound);
  const create = async (path: string, body: object, method: "POST" | "PUT" | "PATCH" = "POST") => {
    const answer = await owner.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await create("/v1/projects", { name: "Place", slug: projectSlug });
  const plans = `/v1/projects/${projectSlug}/plans`;
  const { plan } = await create(plans, { name: "Plan", visibility });
  const sub = await create(plans, { name: "Sub-plan", parentPlanId: plan.shortId });
  const path = `${plans}/${plan.shortId}`;
  await create(`${path}/specs`, { title: "First" });
  await create(`${path}/specs/SPEC-1`, { title: "First, changed" }, "PATCH");
  await create(`${path}/specs`, { title: "Second", content: "## Acceptance criteria\n\n1. It works." });
  const needs = { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" };
  const { dependency } = await create(`${path}/dependencies`, needs);
  await create(`${path}/shares/${world.carol.userId}`, { capability: "READ" }, "PUT");
  await world.alice.post("/v1/connectors/github/connect", { apiKey: "token-of-the-fake" });
  const target = { provider: "tracker_c", target: { repository: "acme/web" } };
  await create(`/v1/projects/${projectSlug}/tracker`, target, "PUT");
  const source = async (at: string): Promise<string> =>
    (await create(`${at}/context`, { title: `Of ${projectSlug}`, text: "Text." })).source.id;
  const tier = async (path: string, by: Person, markdown: string): Promise<string> => {
    await by.put(`${path}/instructions`, { markdown });
    await by.put(`${path}/formats/spec`, { markdown });
    await by.post(`${path}/skills/import`, await checkingForm());
    return String((await by.post(`${path}/instructions/proposals`, { markdown: "Other." })).body.proposal.id);
  };
  const proposalId = await tier("/v1", world.alice, `Company of ${projectSlug}.`);
  const projectProposalId = await tier(`/v1/projects/${projectSlug}`, owner, "Project.");
  const projectSourceId = await source(`/v1/projects/${projectSlug}`);
  await create(`${path}/context/${projectSourceId}/active`, { active: false }, "PUT");
  const { key } = await create("/v1/api-keys", { name: "To revoke" });
  return {
    owner,
    projectSlug,
    planShortId: plan.shortId,
    subPlan: sub.plan.shortId,
    dependencyId: dependency.id,
    keyId: key.id,
    connectionId: (await connectApp(world, owner)).connectionId,
    sourceId: await source("/v1"),
    projectSourceId,
    planSourceId: await source(path),
    sharedWith: world.carol.userId,
    other: world.bob.userId,
    proposalId,
    projectProposalId,
    threadId: (await create(`/v1/documents/${companyDocument}/threads`, { body: "A question." })).thread.id,
  };
}

export function fakeTracker(): Tracker {
  let issues = 0;
  const done = { done: true as const, remote: null, caveats: [] };
  const all = async (_target: string, things: readonly unknown[]) => things.map(() => done);
  const make = (target: string, item: Item): RemoteItem => {
    const number = ++issues;
    const place = { key: `${target}#${number}`, url: `https://tracker.example/${number}` };
    const fields = { title: item.title, text: item.text, effort: "" };
    const external = { id: String(number), number, ...place };
    const updatedAt = new Date().toISOString();
    return { external, fields, status: "TODO", details: noDetails, readOnlyReason: null, updatedAt };
  };
  return {
    batchSizes: { create: 10, update: 10, place: 10, link: 10, read: 10 },
    account: async () => ({ name: "planner", workspace: null }),
    targets: async () => ({ targets: [], next: null }),
    check: async () => ({ isPublic: false, now: new Date(), caveats: [] }),
    create: async (target, items) =>
      items.map((item) => ({ done: true, remote: make(target, item), placed: true, caveats: [] })),
    update: all,
    read: async (_target, things) => things.map(() => null),
    find: async (_target, sought) => sought.map(() => []),
    place: all,
    link: all,
    unlink: all,
    findPeople: async (_target, emails) => emails.map(() => "nobody"),
    labelTerms: async (_target, names) => new Map(names.map((name) => [name, name])),
    termOf: () => ({ value: "" }),
    matches: () => true,
    changed: async () => ({ remote: [], next: null }),
  };
}

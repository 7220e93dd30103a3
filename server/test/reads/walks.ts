import { type Endpoint, endpoints } from "@groundplan/contract";
import { expect } from "vitest";
import { fakeTracker, makePlace, mcpAddress, type Place } from "../conformance/place.ts";
import {
  aDeletedSpec,
  addressOf,
  aFreeSpec,
  aLink,
  aModel,
  aProvenSpec,
  aReadLink,
  aSuggestedSpec,
  aWebhook,
  rowOf,
} from "../conformance/requests.ts";
import type { databases } from "../databases.ts";
import { form, formHeaders } from "../form.ts";
import { aGrant } from "../grants/a-grant.ts";
import { pictureForm } from "../pictures.ts";
import { openWorld, type World } from "../world.ts";

/** Writes come last, deletions at the end and parts before their containers, since they use up the place. */
const isWrite = ({ method }: Endpoint) => Number(method !== "GET");
const deletes = ({ method, path }: Endpoint) => (method === "DELETE" ? 1 / path.length : 0);
const built = endpoints.toSorted((a, b) => isWrite(a) - isWrite(b) || deletes(a) - deletes(b));

/** Returns an import of a plan and sources with this text. */
const importOf = (content: string) => ({
  sources: [{ externalRef: "kiro:scans", title: "Imported", text: content }],
  plans: [
    {
      externalRef: "kiro:scans",
      name: "Imported",
      description: content,
      specs: ["1", "2", "3"].map((externalRef) => ({ externalRef, title: "Imported", content })),
      sources: ["1", "2", "3"].map((externalRef) => ({ externalRef, title: externalRef, text: content })),
    },
  ],
});

/** Imports a plan with a file, and a spec with a comment that stands in it. */
async function importFile({ alice }: World, project: string): Promise<void> {
  const { files } = (
    await alice.post(`${project}/imports/files`, form([{ file: "a.md", body: "A." }]), formHeaders)
  ).body;
  const source = { path: "a.md", fileId: files[0].fileId, from: 0, to: 2 };
  const comments = [{ author: "Kim", text: "Why?", at: "2026-01-01T00:00:00Z" }];
  const spec = { externalRef: "kiro:filed/1", title: "Filed", source, comments };
  await alice.post(`${project}/imports`, {
    plans: [{ externalRef: "kiro:filed", name: "Filed", specs: [spec] }],
  });
}

async function addServer({ alice }: World, { projectSlug }: Place): Promise<void> {
  const body = { label: "Server", slug: "server", url: mcpAddress, authMode: "anonymous" };
  await alice.post("/v1/mcp-servers", body);
  const off = { projectSlug, enabled: false };
  await alice.patch("/v1/connectors/x_server/toolsets", off);
}

export interface Ground {
  world: World;
  /** Where the walks begin. */
  place: Place;
}

/** Opens a world with something of every kind in it. */
export async function openGround(create: (typeof databases)[number]["create"]): Promise<Ground> {
  const tracker = fakeTracker();
  const world = await openWorld(create, {
    openTracker: async () => tracker,
    env: { GROUNDPLAN_PUSH_SETTLE_MS: "0", GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" },
  });
  const place = await makePlace(world);
  await aGrant(world, world.alice);
  await aDeletedSpec(place);
  const project = `/v1/projects/${place.projectSlug}`;
  const first = { "idempotency-key": "first" };
  await world.alice.post(`${project}/plans/${place.planShortId}/push`, {}, first);
  await world.alice.patch(project, { repositories: [{ provider: "github", fullName: "acme/web" }] });
  await world.alice.post(`${project}/imports`, importOf("As it was."));
  await importFile(world, project);
  await world.alice.post("/v1/invites", { email: "erin@example.com", role: "MEMBER" });
  const { plan } = (await world.bob.post(`${project}/plans`, { name: "For alice" })).body;
  const share = `${project}/plans/${plan.shortId}/shares/${world.alice.userId}`;
  for (let n = 0; n < 2; n++) await world.bob.put(share, { capability: "READ" });
  await world.alice.post("/v1/notifications/read", { upTo: "2147483647" });
  await world.bob.put(share, { capability: "READ" });
  await world.alice.patch("/v1/notifications/settings", {});
  await aWebhook(world);
  await aModel(world);
  await world.alice.post("/v1/claims", { spec: await aFreeSpec(place) });
  await aProvenSpec(place);
  await addServer(world, place);
  await world.alice.post("/v1/context/upload", form([{ file: "first.txt", body: "First." }]), formHeaders);
  await world.alice.post("/v1/documents/instructions.company/files", pictureForm(), formHeaders);
  await world.alice.post("/v1/documents/instructions.company/threads", {
    body: "A question.",
    anchor: { exact: "." },
  });
  await aLink(place);
  await aReadLink(place, "");
  const { spec } = (await world.alice.get(`${project}/plans/${place.planShortId}/specs/SPEC-1`)).body;
  const question = { body: "A question.", kind: "question", blocking: true };
  await world.alice.post(`/v1/documents/${spec.id}/threads`, question);
  const { document } = (await world.alice.get("/v1/documents/instructions.company")).body;
  const hunks = [{ start: 0, end: 0, replacement: "Be kind. " }];
  const suggestion = { baseRevision: document.revision, hunks };
  await world.alice.post("/v1/documents/instructions.company/suggestions", suggestion);
  // Not in the place's plan, whose row must stay the first.
  const { projectSlug } = place;
  await aSuggestedSpec({ projectSlug, planShortId: plan.shortId, owner: world.bob });
  return { world, place };
}

/** Calls every endpoint, and lists also for their second page. */
async function walkEndpoints({ world, place: first }: Ground) {
  let place = first;
  for (const endpoint of built) {
    if (!(await succeeds(endpoint, world, place))) {
      place = await makePlace(world);
      expect(await succeeds(endpoint, world, place), endpoint.id).toBe(true);
    }
  }
}

async function succeeds(endpoint: Endpoint, world: World, place: Place): Promise<boolean> {
  const row = (await rowOf(endpoint, place, world)) ?? {};
  const headers =
    endpoint.method === "POST" ? { "idempotency-key": `${place.projectSlug} ${endpoint.id}` } : {};
  const send = (query: Record<string, string> = {}) => {
    const address = addressOf(endpoint, { ...row, query: { ...row.query, ...query } });
    return world.alice.send(endpoint.method, address, row.body, headers);
  };
  if ((await send()).status !== endpoint.status) return false;
  if (endpoint.query.shape.cursor) {
    const { nextCursor: cursor } = (await send({ limit: "1" })).body;
    if (cursor) await send({ limit: "1", cursor });
  }
  return true;
}

/** Covers filters, changed dependencies, cycles and a merge. */
async function walkVariants({ world }: Ground) {
  await walkCycle(world);
  await walkSuggestedSpec(world);
  const { projectSlug, planShortId } = await makePlace(world);
  const plans = `/v1/projects/${projectSlug}/plans`;
  const specs = `${plans}/${planShortId}/specs`;
  const { get, patch, put, post } = world.alice;
  const answers = [
    await get(`${plans}?q=plan&status=PLANNING&updatedSince=2026-01-01T00:00:00Z&parent=${planShortId}`),
    await get(`/v1/next?projectSlug=${projectSlug}`),
    await get(`/v1/audit?type=spec.updated&from=2026-01-01T00:00:00Z&to=2999-01-01T00:00:00Z`),
    await get(`/v1/audit?actor=${world.bob.userId}`),
    await get("/v1/notifications?unread=true"),
    await get("/v1/events", { "last-event-id": "1" }),
    await patch(`${specs}/SPEC-1`, { needsFirst: ["SPEC-2"] }),
    await patch(`${specs}/SPEC-2`, { needsFirst: [] }),
    await patch(`${specs}/SPEC-1`, { needsFirst: ["SPEC-2"], parentSpecId: "SPEC-2", status: "DONE" }),
    await patch(`${specs}/SPEC-2`, { parentSpecId: "SPEC-1" }),
    await patch(`${specs}/SPEC-1`, { content: "Merged.", baseRevision: 1 }),
    await patch(`${specs}/SPEC-1`, { externalRef: "kiro:albums/1" }),
    await patch(`${plans}/${planShortId}`, { externalRef: "kiro:albums" }),
    await get(`${specs}?externalRef=kiro:albums/1`),
    await get(`${plans}?externalRef=kiro:albums`),
    await patch(`${specs}/SPEC-2`, { externalRef: "kiro:albums/1" }),
    await put(`${plans}/${planShortId}/shares/${world.bob.email}`, { capability: "EDIT" }),
    await handOver(world, planShortId, plans),
    await post("/v1/claims", { minReadiness: 5 }),
    await post("/v1/claims", { projectSlug, minReadiness: 5, maxEffort: 1 }),
    await post("/v1/claims", { planShortId, minReadiness: 5 }),
    await get("/v1/next?minReadiness=3&status=TODO"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 200, 200, 200, 409, 200, 200, 409, 200],
    ...[200, 200, 200, 200, 409, 200, 200, 409, 409, 409, 200],
  ]);
}

async function walkCycle(world: World) {
  const { projectSlug, planShortId } = await makePlace(world);
  const plans = `/v1/projects/${projectSlug}/plans`;
  const { get, post } = world.alice;
  const { plan: other } = (await post(plans, { name: "Other" })).body;
  const { plan: third } = (await post(plans, { name: "Third" })).body;
  const { spec } = (await post(`${plans}/${planShortId}/specs`, { title: "Needed" })).body;
  const { spec: moved } = (await post(`${plans}/${other.shortId}/specs`, { title: "Moved" })).body;
  const link = (handle: string, body: object) => post(`${plans}/${handle}/dependencies`, body);
  await link(planShortId, { fromPlanId: planShortId, toPlanId: third.shortId });
  await link(other.shortId, { fromSpecId: moved.id, toSpecId: spec.id });
  await post(`${plans}/${other.shortId}/specs/${moved.shortId}/move`, { planId: third.shortId });
  expect((await get("/v1/next")).body.cycles).toHaveLength(1);
  expect((await get(`${plans}/${third.shortId}/graph`)).body.cycles).toHaveLength(1);
  const refused = await link(third.shortId, { fromPlanId: third.shortId, toPlanId: planShortId });
  expect(refused.status).toBe(409);
}

async function walkSuggestedSpec(world: World) {
  const there = await makePlace(world);
  const { specShortId, sourceId } = await aSuggestedSpec(there);
  const plan = `/v1/projects/${there.projectSlug}/plans/${there.planShortId}`;
  const { get, patch } = world.alice;
  const answers = [
    await get(`${plan}/specs/${specShortId}`),
    await get(`${plan}/context/${sourceId}/quotes?state=attached`),
    await patch(`${plan}/context/${sourceId}`, { text: "Guests pay with a card." }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

async function walkLink({ world, place }: Ground) {
  const { projectSlug, planShortId, owner } = place;
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}/prototype/shares`;
  const [share] = (await owner.get(path)).body.shares;
  const { statusCode } = await world.app.inject(`/p/${share.token}/index.html`);
  expect(statusCode).toBe(200);
}

async function handOver(world: World, planShortId: string, plans: string) {
  const { alice } = world;
  const leaving = await world.person("leaving", "OWNER", "acme");
  await leaving.post("/v1/invites", { email: "frank@example.com", role: "MEMBER" });
  await leaving.post(plans, { name: "To hand over" });
  await alice.put(`${plans}/${planShortId}/shares/${leaving.userId}`, { capability: "READ" });
  return alice.delete(`/v1/members/${leaving.userId}?transferPlansTo=${world.bob.userId}`);
}

async function walkImport({ world }: Ground) {
  const { projectSlug } = await makePlace(world);
  const { post, patch, delete: remove } = world.alice;
  const path = `/v1/projects/${projectSlug}`;
  const [plan] = (await post(`${path}/imports`, importOf("As it was."))).body.import.plans;
  const specs = `${path}/plans/${plan.planShortId}/specs`;
  await patch(`${specs}/SPEC-1`, { content: "Changed here." });
  await remove(`${specs}/SPEC-2`);
  const context = `${path}/plans/${plan.planShortId}/context`;
  const [first, second] = plan.sources;
  await patch(`${context}/${first.sourceId}`, { text: "Changed here." });
  await remove(`${context}/${second.sourceId}`);
  const [again] = (await post(`${path}/imports`, importOf("Changed there."))).body.import.plans;
  const outcomes = again.specs.map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes).toEqual(["unchanged", "deleted", "updated"]);
  const ofSources = again.sources.map(({ outcome }: { outcome: string }) => outcome);
  expect(ofSources).toEqual(["unchanged", "deleted", "updated"]);
  const theirs = { ...importOf("Changed there."), onConflict: "theirs" };
  const [taken] = (await post(`${path}/imports`, theirs)).body.import.plans;
  expect(taken).toMatchObject({ created: 1, updated: 1 });
}

/** Requests that between them run every statement, by name. */
export const walks: Record<string, (ground: Ground) => Promise<void>> = {
  links: walkLink,
  endpoints: walkEndpoints,
  variants: walkVariants,
  imports: walkImport,
};

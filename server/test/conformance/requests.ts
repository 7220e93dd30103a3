import type { Endpoint } from "@groundplan/contract";
import { form } from "../form.ts";
import { aGrant } from "../grants/a-grant.ts";
import { withRows } from "../own-connection.ts";
import { pictureForm } from "../pictures.ts";
import { archiveForm, checkingForm, skillOf } from "../skill-archives.ts";
import type { World } from "../world.ts";
import { aRun, endRuns } from "./a-run.ts";
import { companyDocument, hookAddress, mcpAddress, type Place, pageAddress } from "./place.ts";

export interface Row {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

async function aPush(place: Place, { alice }: World): Promise<Row> {
  const path = `/v1/projects/${place.projectSlug}/plans/${place.planShortId}/push`;
  place.pushId ??= String((await alice.post(path)).body.push.pushId);
  return { params: { pushId: place.pushId } };
}

/** Returns a spec of the sub-plan, deleted once, that had a parent, a child and dependencies. */
export async function aDeletedSpec(place: Place): Promise<Row> {
  const { projectSlug, subPlan, owner } = place;
  const specs = `/v1/projects/${projectSlug}/plans/${subPlan}/specs`;
  const create = async (body: object): Promise<string> =>
    String((await owner.post(specs, { title: "Of a deleted one", ...body })).body.spec.shortId);
  if (!place.deletedSpec) {
    const parent = await create({});
    place.deletedSpec = await create({
      parentSpecId: parent,
      needsFirst: [parent],
      externalRef: "kiro:deleted",
    });
    await create({ parentSpecId: place.deletedSpec, needsFirst: [place.deletedSpec] });
    await owner.delete(`${specs}/${place.deletedSpec}`);
  }
  return { params: { planShortId: subPlan, specShortId: place.deletedSpec } };
}

/** Returns a spec of a new plan, as visible as the place's, by its name. */
export async function aFreeSpec({ projectSlug, planShortId, owner }: Place): Promise<string> {
  const plans = `/v1/projects/${projectSlug}/plans`;
  const { visibility } = (await owner.get(`${plans}/${planShortId}`)).body.plan;
  const { plan } = (await owner.post(plans, { name: "Work", visibility })).body;
  await owner.post(`${plans}/${plan.shortId}/specs`, { title: "To claim" });
  return `${plan.shortId}/SPEC-1`;
}

async function aClaim(place: Place): Promise<Row> {
  const { claim } = (await place.owner.post("/v1/claims", { spec: await aFreeSpec(place) })).body;
  return { params: { claimId: claim.id } };
}

const aProof = { criterion: 1, result: "passed", kind: "commit", ref: "0c5d6e7" };

const provenSpec = { specShortId: "SPEC-2" };

/** Returns the place's spec with a criterion and evidence for it. */
export async function aProvenSpec({ projectSlug, planShortId, owner }: Place): Promise<Row> {
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}/specs/${provenSpec.specShortId}`;
  await owner.post(`${path}/evidence`, { evidence: [aProof] });
  return { params: provenSpec };
}

/** Returns a source of the place's plan whose words `aSuggestedSpec` quotes. */
export async function aQuotedSource({ projectSlug, planShortId, owner }: OwnedPlan): Promise<string> {
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}/context`;
  const body = { title: `Interview ${newcomers++}`, text: "Guests pay by card." };
  return String((await owner.post(path, body)).body.source.id);
}

type OwnedPlan = Pick<Place, "projectSlug" | "planShortId" | "owner">;

/** Returns a suggested spec of the place's plan, whose criterion quotes a source. */
export async function aSuggestedSpec(place: OwnedPlan, quoted?: string) {
  const { projectSlug, planShortId, owner } = place;
  const sourceId = quoted ?? (await aQuotedSource(place));
  const { plan } = (await owner.get(`/v1/projects/${projectSlug}/plans/${planShortId}`)).body;
  const from = [{ criterion: 1, sourceId, quote: "Guests pay by card" }];
  const specs = [{ ref: "a", title: "Paying", content: "## Acceptance criteria\n\n1. It works.", from }];
  const suggestions = `/v1/documents/${plan.id}/suggestions`;
  const body = { baseRevision: String(plan.revision), specs };
  const { suggestion } = (await owner.post(suggestions, body)).body;
  const accepted = await owner.post(`${suggestions}/${suggestion.id}/accept`);
  return { specShortId: String(accepted.body.specs.a), sourceId, accepted };
}

const theProvenSpec = standing((place) => aProvenSpec(place));
const theClaim = standing((place) => aClaim(place));

let newcomers = 0;

async function aSkill({ projectSlug }: Place, { alice }: World): Promise<Row> {
  for (const base of ["/v1", `/v1/projects/${projectSlug}`])
    await alice.post(`${base}/skills/import`, await checkingForm());
  return { params: { slug: "checking" } };
}

/** Packs a new skill and a file outside any skill. */
async function anArchive(): Promise<Row> {
  const name = `imported-${newcomers++}`;
  return { body: await archiveForm({ [`${name}/SKILL.md`]: skillOf(name), "README.md": "Read me." }) };
}

const putSkill = async (place: Place, world: World): Promise<Row> => {
  const { params = {} } = await aSkill(place, world);
  return { params, body: { markdown: "---\nname: checking\ndescription: Checks.\n---\nCheck again.\n" } };
};

const skillRows = Object.fromEntries(
  ["skills", "projectSkills"].flatMap((resource) => [
    [`${resource}.get`, aSkill],
    [`${resource}.put`, putSkill],
    [`${resource}.delete`, aSkill],
    [`${resource}.export`, aSkill],
    [`${resource}.import`, anArchive],
  ]),
);

const prototypeForm = (body: string) => form([{ file: "index.html", body }]);

/** Gives a place's plan a prototype; idempotent. */
async function aPrototype({ projectSlug, planShortId, owner }: Place): Promise<Row> {
  await owner.put(`/v1/projects/${projectSlug}/plans/${planShortId}/prototype`, prototypeForm("Page"));
  return {};
}

const theFile = standing(async (place) => ({ ...(await aPrototype(place)), params: { path: "index.html" } }));

async function someInstructions({ owner }: Place, base: string): Promise<Row> {
  await owner.put(`${base}/instructions`, { markdown: "Be brief." });
  return {};
}

/** Returns the place's public link to a prototype, created once. */
export async function aLink(place: Place): Promise<Row> {
  await aPrototype(place);
  const { projectSlug, planShortId, owner } = place;
  const shares = `/v1/projects/${projectSlug}/plans/${planShortId}/prototype/shares`;
  place.shareId ??= (await owner.post(shares)).body.share?.id;
  return { params: { shareId: place.shareId ?? "nowhere" } };
}

/** Switches read links on, which another request may have switched off. */
const withLinks =
  (body: object) =>
  async (_place: Place, { alice }: World) => {
    await alice.patch("/v1/workspace", { links: true });
    return { body };
  };

/** Creates a read link of the place's plan, or of what is below it. */
export async function aReadLink({ projectSlug, planShortId, owner }: Place, below: string): Promise<Row> {
  const path = `/v1/projects/${projectSlug}/plans/${planShortId}${below}/links`;
  return { params: { linkId: (await owner.post(path)).body.link?.id ?? "nowhere" } };
}

/** Creates a member for one request. The workspace's slug may have changed. */
async function aMember(world: World): Promise<Row> {
  const { slug } = (await world.alice.get("/v1/workspace")).body.workspace;
  const { userId } = await world.person(`newcomer-${newcomers++}`, "MEMBER", slug);
  return { params: { userId } };
}

async function anInvite({ alice }: World): Promise<Row> {
  const email = `newcomer-${newcomers++}@example.com`;
  const { id: inviteId } = (await alice.post("/v1/invites", { email, role: "VIEWER" })).body.invite;
  return { params: { inviteId } };
}

async function aToken(world: World): Promise<Row> {
  const { alice } = world;
  const host = await world.person("host", "OWNER", `host-${newcomers++}`);
  const { acceptUrl } = (await host.post("/v1/invites", { email: alice.email, role: "VIEWER" })).body;
  return { body: { token: new URL(acceptUrl).searchParams.get("token") } };
}

/** Memoizes a row per place, so that reads don't change other reads' results. */
function standing(make: (place: Place, world: World) => Promise<Row>) {
  const made = new WeakMap<Place, Promise<Row>>();
  return (place: Place, world: World): Promise<Row> => {
    const row = made.get(place) ?? make(place, world);
    made.set(place, row);
    return row;
  };
}

const theReadLink = standing((place) => aReadLink(place, ""));
const theSpecLink = standing((place) => aReadLink(place, "/specs/SPEC-1"));
const theWebhook = standing((_, world) => aWebhook(world));
const theMember = standing((_, world) => aMember(world));
const theInvite = standing((_, world) => anInvite(world));
const theSuggestion = standing((place) => aSuggestion(place));

/** Returns the subscription of another browser. */
const aBrowser = () => ({
  endpoint: `${hookAddress}/push/${newcomers++}`,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
});

/** Creates a webhook of the caller that has delivered the workspace's first event once. */
export async function aWebhook(world: World): Promise<Row> {
  const body = { url: hookAddress, events: ["workspace.created"] };
  const { id } = (await world.alice.post("/v1/webhooks", body)).body.webhook;
  const deliveryId = `delivery-${newcomers++}`;
  const at = new Date().toISOString();
  await withRows(world, async (db) => {
    const { workspace_id } = await db
      .selectFrom("webhooks")
      .select("workspace_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const delivered = {
      workspace_id,
      webhook_id: id,
      id: deliveryId,
      event_seq: 1,
      type: "workspace.created",
      subject: workspace_id,
      state: "delivered" as const,
      again: 0,
      attempts: 1,
      tries: 1,
      last_status: 204,
      next_attempt_at: null,
      scheduled_at: null,
      fence: 1,
      leased: 0,
      attempted_at: at,
      created_at: at,
      ended_at: at,
    };
    await db.insertInto("webhook_deliveries").values(delivered).execute();
  });
  return { params: { id, deliveryId } };
}

const newModel = () => ({
  name: `Model ${newcomers++}`,
  kind: "openai-compatible",
  baseUrl: hookAddress,
  apiKey: "sk-of-a-test",
  model: "small",
  contextTokens: 8000,
  maxOutput: 1000,
  scope: "person",
});

export async function aModel({ alice }: World): Promise<Row> {
  const { id } = (await alice.post("/v1/models", newModel())).body.model;
  return { params: { modelId: id } };
}

async function aLabel({ alice }: World): Promise<Row> {
  const body = { name: `Label ${newcomers++}`, color: "#1f6feb" };
  return { params: { labelId: (await alice.post("/v1/labels", body)).body.label.id } };
}

async function aView({ alice }: World): Promise<Row> {
  const body = { name: "View", scope: "person", query: { status: "TODO" } };
  return { params: { viewId: (await alice.post("/v1/views", body)).body.view.id } };
}

const theModel = standing((_, world) => aModel(world));

/** A run that pauses before its first call, for lack of tokens. */
const smallRun = { task: "draft", prompt: "Plan it.", limits: { tokens: 1000 } };

const ofRun = (params: { runId: string; stepId: string }, body?: object): Row => ({
  params,
  ...(body === undefined ? {} : { body }),
});
const theEndedRun = standing(async (place, world) => ofRun(await aRun(place, world, "stopped")));
const theRun = standing(async (place, world) => ofRun(await aRun(place, world, "paused")));

const newServer = () => ({ label: `Server ${newcomers++}`, url: mcpAddress, authMode: "anonymous" });

async function aServer({ alice }: World): Promise<Row> {
  const { slug } = (await alice.post("/v1/mcp-servers", newServer())).body.server;
  return { params: { slug } };
}

/** Returns the permanent MCP server of the run. */
async function theServer({ alice }: World): Promise<Row> {
  const slug = "standing";
  const withToken = { authMode: "bearer", bearerToken: "a-token" };
  await alice.post("/v1/mcp-servers", { ...newServer(), ...withToken, slug });
  return { params: { slug, tool: "say" } };
}

const source = (ref: string) => ({
  externalRef: ref,
  name: "Imported",
  specs: [{ externalRef: "1", title: "Imported", content: "It is imported." }],
  sources: [{ externalRef: "design", title: "Design", text: "How it is imported." }],
});

const contextPaths: Record<string, (place: Place) => string> = {
  context: () => "/v1/context",
  projectContext: ({ projectSlug }) => `/v1/projects/${projectSlug}/context`,
  planContext: ({ projectSlug, planShortId }) => `/v1/projects/${projectSlug}/plans/${planShortId}/context`,
};

const document = { documentId: companyDocument };

const theThread = ({ threadId }: Place): Row => ({ params: { ...document, threadId } });

async function aThread({ owner }: Place): Promise<Row> {
  const path = `/v1/documents/${companyDocument}/threads`;
  const { thread } = (await owner.post(path, { body: "A question." })).body;
  return { params: { ...document, threadId: thread.id, commentId: thread.comments[0].id } };
}

async function suggestionBody({ owner }: Place) {
  const { revision } = (await owner.get(`/v1/documents/${companyDocument}`)).body.document;
  return { baseRevision: revision, hunks: [{ start: 0, end: 0, replacement: "Be kind. " }] };
}

async function aSuggestion(place: Place): Promise<Row> {
  const path = `/v1/documents/${companyDocument}/suggestions`;
  const { suggestion } = (await place.owner.post(path, await suggestionBody(place))).body;
  return { params: { ...document, suggestionId: suggestion.id } };
}

const withBody = async (place: Place): Promise<Row> => ({
  ...(await aThread(place)),
  body: { body: "An answer." },
});

/** Asks as somebody else, since who asks can't answer. */
async function aQuestion({ owner }: Place, { alice, bob }: World): Promise<Row> {
  const asker = owner === bob ? alice : bob;
  const question = { body: "Which one?", kind: "question", options: ["This", "That"] };
  const { thread } = (await asker.post(`/v1/documents/${companyDocument}/threads`, question)).body;
  return { params: { ...document, threadId: thread.id }, body: { option: 1 } };
}

const theComment = standing((place) => aThread(place));

const threadRows: typeof rows = {
  "documentComments.get": theComment,
  "threads.answer": aQuestion,
  ...Object.fromEntries(
    ["threads.get", "threads.resolve", "threads.reopen", "comments.list"].map((id) => [id, theThread]),
  ),
  ...Object.fromEntries(["comments.delete", "documentComments.delete"].map((id) => [id, aThread])),
  ...Object.fromEntries(
    ["comments.create", "comments.update", "documentComments.update"].map((id) => [id, withBody]),
  ),
};

const pages = new WeakMap<Place, Map<string, string>>();

/** Returns a place's page in a scope, added once. */
async function aPage(scope: string, place: Place, { alice }: World): Promise<Row> {
  const path = contextPaths[scope]?.(place) ?? "";
  const known = pages.get(place) ?? new Map<string, string>();
  pages.set(place, known);
  if (!known.has(scope)) {
    const { body } = await alice.post(`${path}/url`, pageBody());
    if (body.source) known.set(scope, body.source.id);
  }
  return { params: { sourceId: known.get(scope) ?? "nowhere" } };
}

const pageBody = () => ({ url: pageAddress, title: `Page ${newcomers++}` });

async function anUpload(scope: string, place: Place): Promise<Row> {
  const { owner } = place;
  place.uploads ??= {};
  if (place.uploads[scope] === undefined) {
    const path = contextPaths[scope]?.(place) ?? "";
    const body = form([{ file: `${newcomers++}.txt`, body: "Uploaded." }]);
    const { id } = (await owner.post(`${path}/upload`, body)).body.sources[0];
    const status = async () => (await owner.get(`${path}/${id}`)).body.source.enrichment.status;
    while ((await status()) !== "done") await new Promise((resolve) => setTimeout(resolve, 50));
    place.uploads[scope] = id;
  }
  return { params: { sourceId: place.uploads[scope] ?? "" } };
}

const context = (scope: string, idOf: (place: Place) => string): typeof rows => ({
  [`${scope}.createFromUrl`]: () => ({ body: pageBody() }),
  [`${scope}.refresh`]: (place, world) => aPage(scope, place, world),
  [`${scope}.create`]: () => ({ body: { title: `Source ${newcomers++}`, text: "Text." } }),
  [`${scope}.get`]: (place) => ({ params: { sourceId: idOf(place) } }),
  [`${scope}.update`]: (place) => ({ params: { sourceId: idOf(place) }, body: { text: "Changed." } }),
  [`${scope}.delete`]: (place) => ({ params: { sourceId: idOf(place) } }),
  [`${scope}.upload`]: () => ({ body: form([{ file: `${newcomers++}.txt`, body: "Uploaded." }]) }),
  [`${scope}.getFile`]: (place) => anUpload(scope, place),
});

/** Requests by endpoint id for which `rowOf` can't derive everything from the path. */
const rows: Record<string, (place: Place, world: World) => Row | Promise<Row>> = {
  "apiKeys.create": () => ({ body: { name: "Key" } }),
  "specs.updateMany": () => ({ body: { specShortIds: ["SPEC-1"], changes: { effort: 4 } } }),
  "apiKeys.get": ({ keyId }) => ({ params: { keyId } }),
  "apiKeys.update": ({ keyId }) => ({ params: { keyId }, body: { name: "Renamed" } }),
  "apiKeys.revoke": ({ keyId }) => ({ params: { keyId } }),
  "oauthConnections.get": ({ connectionId }) => ({ params: { connectionId } }),
  "oauthConnections.remove": ({ connectionId }) => ({ params: { connectionId } }),
  "projects.create": () => ({ body: { name: "Project" } }),
  "projects.update": () => ({ body: { name: "Renamed" } }),
  "plans.create": () => ({ body: { name: "Plan" } }),
  "plans.update": () => ({ body: { name: "Renamed" } }),
  "plans.move": ({ subPlan }) => ({ params: { planShortId: subPlan }, body: { parentPlanId: null } }),
  "plans.reorder": async ({ projectSlug, owner }) => {
    const { plans } = (await owner.get(`/v1/projects/${projectSlug}/plans?limit=200`)).body;
    const roots = plans.filter(({ parentPlanId }: { parentPlanId: string | null }) => parentPlanId === null);
    return { body: { planShortIds: roots.map(({ shortId }: { shortId: string }) => shortId).toReversed() } };
  },
  "plans.setOwner": ({ other }) => ({ body: { userId: other } }),
  "plans.export": () => ({ query: { format: "markdown" } }),
  "plans.exportReport": () => ({ query: { format: "markdown" } }),
  "handles.find": ({ planShortId }) => ({ query: { handles: `${planShortId},${planShortId}/SPEC-1` } }),
  "search.find": () => ({ query: { q: "plan" } }),
  "plans.push": () => ({ body: {} }),
  "imports.files": () => ({ body: form([{ file: "openspec/project.md", body: "Ours." }]) }),
  "imports.create": ({ projectSlug }) => ({ body: { plans: [source(projectSlug)] } }),
  "shares.put": ({ other }) => ({ params: { userId: other }, body: { capability: "EDIT" } }),
  "shares.get": ({ sharedWith }) => ({ params: { userId: sharedWith } }),
  "shares.delete": ({ sharedWith }) => ({ params: { userId: sharedWith } }),
  "specs.create": () => ({ body: { title: "Spec" } }),
  "specs.batch": () => ({ body: { specs: [{ title: "One" }, { title: "Two" }] } }),
  "specs.reorder": () => ({ body: { specShortIds: ["SPEC-2", "SPEC-1"] } }),
  "specs.update": () => ({ body: { title: "Renamed" } }),
  "specs.restore": aDeletedSpec,
  "plans.duplicate": () => ({ body: { name: "Copy", withSubPlans: false } }),
  "specs.duplicate": () => ({ body: {} }),
  "specs.move": ({ subPlan }) => ({ body: { planId: subPlan } }),
  "evidence.add": () => ({ params: provenSpec, body: { evidence: [aProof] } }),
  "evidence.list": theProvenSpec,
  "claims.take": async (place) => ({ body: { spec: await aFreeSpec(place) } }),
  "claims.get": theClaim,
  "claims.renew": aClaim,
  "claims.complete": aClaim,
  "claims.release": aClaim,
  "dependencies.create": () => ({ body: { fromSpecId: "SPEC-2", toSpecId: "SPEC-1" } }),
  "dependencies.get": ({ dependencyId }) => ({ params: { dependencyId } }),
  "dependencies.delete": ({ dependencyId }) => ({ params: { dependencyId } }),
  ...context("context", ({ sourceId }) => sourceId),
  ...context("projectContext", ({ projectSourceId }) => projectSourceId),
  ...context("planContext", ({ planSourceId }) => planSourceId),
  "context.find": ({ planSourceId: sourceId }) => ({ params: { sourceId } }),
  "planContext.quotes": ({ planSourceId: sourceId }) => ({ params: { sourceId } }),
  "planContext.setActive": ({ planSourceId: sourceId }) => ({
    params: { sourceId },
    body: { active: false },
  }),
  "connectors.removeGrant": async ({ owner }, world) => ({ params: await aGrant(world, owner) }),
  "connectors.connect": () => ({ body: { apiKey: "token-of-the-fake" } }),
  "connectors.setToolset": () => ({ body: { enabled: true } }),
  "projects.setTracker": () => ({
    body: { provider: "tracker_c", target: { repository: "acme/other" } },
  }),
  "pushes.get": aPush,
  "pushes.cancel": aPush,
  "pushes.retry": aPush,
  "documents.resolve": () => ({ query: { target: JSON.stringify({ kind: "instructions" }) } }),
  "documents.get": () => ({ params: document }),
  "documents.listRevisions": () => ({ params: document }),
  "presence.announce": () => ({ params: document, body: { state: "reading" } }),
  "documents.uploadFile": () => ({ params: document, body: pictureForm() }),
  "files.get": async (place) => {
    const path = `/v1/documents/${companyDocument}/files`;
    place.pictureId ??= String((await place.owner.post(path, pictureForm())).body.file.id);
    return { params: { fileId: place.pictureId } };
  },
  "threads.list": () => ({ params: document }),
  "threads.create": () => ({ params: document, body: { body: "A question." } }),
  ...threadRows,
  "suggestions.get": theSuggestion,
  "suggestions.list": () => ({ params: document }),
  "suggestions.create": async (place) => ({ params: document, body: await suggestionBody(place) }),
  ...Object.fromEntries(["accept", "reject", "withdraw"].map((name) => [`suggestions.${name}`, aSuggestion])),
  "instructions.delete": (place) => someInstructions(place, "/v1"),
  "instructions.put": () => ({ body: { markdown: "Be kind." } }),
  "instructions.propose": () => ({ body: { markdown: "Be kind." } }),
  "instructions.accept": ({ proposalId }) => ({ params: { proposalId } }),
  "instructions.proposal": ({ proposalId }) => ({ params: { proposalId } }),
  "instructions.withdraw": ({ proposalId }) => ({ params: { proposalId } }),
  "instructions.reject": ({ proposalId }) => ({ params: { proposalId } }),
  ...skillRows,
  "prototypes.get": aPrototype,
  "prototypes.getFile": theFile,
  "prototypes.put": async (place) => ({ ...(await aPrototype(place)), body: prototypeForm("Another") }),
  "prototypes.delete": aPrototype,
  "planLinks.create": withLinks({}),
  "planLinks.list": theReadLink,
  "planLinks.delete": theReadLink,
  "specLinks.create": withLinks({ names: true }),
  "specLinks.list": theSpecLink,
  "specLinks.delete": theSpecLink,
  "prototypeShares.list": aLink,
  "prototypeShares.create": async (place) => ({ ...(await aPrototype(place)), body: {} }),
  "prototypeShares.get": aLink,
  "prototypeShares.delete": aLink,
  "projectInstructions.delete": (place) => someInstructions(place, `/v1/projects/${place.projectSlug}`),
  "projectInstructions.put": () => ({ body: { markdown: "Be kind." } }),
  "projectInstructions.propose": () => ({ body: { markdown: "Be kind." } }),
  "projectInstructions.accept": ({ projectProposalId: proposalId }) => ({ params: { proposalId } }),
  "projectInstructions.proposal": ({ projectProposalId: proposalId }) => ({ params: { proposalId } }),
  "projectInstructions.withdraw": ({ projectProposalId: proposalId }) => ({ params: { proposalId } }),
  "projectInstructions.reject": ({ projectProposalId: proposalId }) => ({ params: { proposalId } }),
  "formats.put": () => ({ body: { markdown: "# Format" } }),
  "projectFormats.put": () => ({ body: { markdown: "# Format" } }),
  "workspace.update": () => ({ body: { name: "Renamed" } }),
  "members.get": theMember,
  "members.update": async (_, world) => ({ ...(await aMember(world)), body: { role: "VIEWER" } }),
  "members.remove": (_, world) => aMember(world),
  "members.revokeCredentials": (_, world) => aMember(world),
  "invites.create": () => ({ body: { email: `newcomer-${newcomers++}@example.com`, role: "MEMBER" } }),
  "invites.get": theInvite,
  "invites.revoke": (_, world) => anInvite(world),
  "invites.resend": (_, world) => anInvite(world),
  "invites.accept": (_, world) => aToken(world),
  "notifications.read": () => ({ body: { upTo: "1" } }),
  "notifications.unread": () => ({ body: { ids: ["none"] } }),
  "notifications.snooze": () => ({ body: { ids: ["none"], until: "2999-01-01T00:00:00Z" } }),
  "notifications.updateSettings": () => ({ body: { pushes: false } }),
  "planSubscription.put": () => ({ body: { state: "follow" } }),
  "specSubscription.put": () => ({ body: { state: "mute" } }),
  "devices.create": () => ({ body: aBrowser() }),
  "devices.delete": async (_, world) => {
    const browser = aBrowser();
    await world.alice.post("/v1/notifications/devices", browser);
    return { body: { endpoint: browser.endpoint } };
  },
  "webhooks.create": () => ({ body: { url: hookAddress, events: ["workspace.created"] } }),
  "webhooks.get": theWebhook,
  "webhooks.update": async (_, world) => ({ ...(await aWebhook(world)), body: { rotateSecret: true } }),
  "webhooks.delete": (_, world) => aWebhook(world),
  "webhooks.deliveries": theWebhook,
  "webhooks.redeliver": (_, world) => aWebhook(world),
  "labels.create": () => ({ body: { name: `Label ${newcomers++}`, color: "#1f6feb" } }),
  "labels.update": async (_, world) => ({ ...(await aLabel(world)), body: { color: "#000000" } }),
  "labels.delete": (_, world) => aLabel(world),
  "views.create": () => ({ body: { name: "View", scope: "person", query: {} } }),
  "views.update": async (_, world) => ({ ...(await aView(world)), body: { group: "status" } }),
  "views.delete": (_, world) => aView(world),
  "webhooks.getDelivery": theWebhook,
  "webhooks.test": (_, world) => aWebhook(world),
  "models.create": () => ({ body: newModel() }),
  "models.update": async (_, world) => ({ ...(await aModel(world)), body: { maxOutput: 4000 } }),
  "models.delete": (_, world) => aModel(world),
  "models.test": (_, world) => aModel(world),
  "runs.start": async (place, world) => {
    await theModel(place, world);
    await endRuns(place, world);
    return { body: smallRun };
  },
  "runs.estimate": async (place, world) => {
    await theModel(place, world);
    return { body: smallRun };
  },
  "runs.get": theRun,
  "runs.getStep": theRun,
  "runs.stream": theEndedRun,
  "runs.stop": async (place, world) => ofRun(await aRun(place, world, "paused")),
  "runs.continue": async (place, world) => ofRun(await aRun(place, world, "paused"), {}),
  "runs.answer": async (place, world) => {
    await endRuns(place, world);
    const run = await aRun(place, world, "waiting");
    return ofRun(run, { stepId: run.stepId, text: "Guests." });
  },
  "mcpServers.create": () => ({ body: newServer() }),
  "mcpServers.get": (_, world) => theServer(world),
  "mcpServers.update": async (_, world) => ({ ...(await theServer(world)), body: { label: "Renamed" } }),
  "mcpServers.delete": (_, world) => aServer(world),
  "mcpServers.probe": (_, world) => theServer(world),
  "mcpServers.callTool": async (_, world) => ({ ...(await theServer(world)), body: { arguments: {} } }),
};

const known = new Set(["projectSlug", "planShortId", "specShortId", "seq", "connectorId", "kind"]);

/** Returns a request that the endpoint should accept in this place; undefined if none is written yet. */
export async function rowOf(endpoint: Endpoint, place: Place, world: World): Promise<Row | undefined> {
  const row = await rows[endpoint.id]?.(place, world);
  const unknown = Object.keys(endpoint.params.shape).filter((name) => !known.has(name));
  if (!row && (endpoint.body || unknown.length > 0)) return undefined;
  const { projectSlug, planShortId } = place;
  const ids = {
    projectSlug,
    planShortId,
    specShortId: "SPEC-1",
    seq: "1",
    connectorId: "github",
    kind: "spec",
  };
  return { ...row, params: { ...ids, ...row?.params } };
}

/** Returns a request's address; the values in `raw` stay unencoded. */
export function addressOf(endpoint: Endpoint, row: Row, raw: Record<string, string> = {}): string {
  const path = endpoint.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => raw[name] ?? encodeURIComponent(row.params?.[name] ?? "nowhere"),
  );
  return row.query ? `${path}?${new URLSearchParams(row.query)}` : path;
}

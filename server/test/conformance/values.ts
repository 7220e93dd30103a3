import { notificationKind } from "@groundplan/contract";
import type { Person } from "../world.ts";
import { hookAddress, mcpAddress, type Place, pageAddress } from "./place.ts";

/** Plans and specs for the values, changed by no other request of the run. */
export interface Scene {
  place: Place;
  planId: string;
  otherPlanId: string;
  specId: string;
  /** `SPEC-3` of the plan, which has no dependency in either direction. */
  freeSpecId: string;
  /** A member who can read all plans of the place. */
  memberId: string;
}

export async function makeScene(place: Place, { post, get, userId }: Person): Promise<Scene> {
  const plans = `/v1/projects/${place.projectSlug}/plans`;
  const plan = `${plans}/${place.planShortId}`;
  await post("/v1/connectors/linear/connect", { apiKey: "token-of-the-fake" });
  return {
    place,
    planId: (await get(plan)).body.plan.id,
    otherPlanId: (await post(plans, { name: "Other" })).body.plan.id,
    specId: (await get(`${plan}/specs/SPEC-1`)).body.spec.id,
    memberId: userId,
    freeSpecId: (await post(`${plan}/specs`, { title: "Third" })).body.spec.id,
  };
}

let sources = 0;
let labels = 0;
let browsers = 0;

/** Kinds of notifications that an inbox can leave out. */
const switched: ReadonlySet<string> = new Set(["mention", "comment", "suggestion", "share", "push"]);

type Values = Record<string, unknown>;

/** A value per body field, by resource: not the default, and returned unchanged. */
export const values: Record<string, (scene: Scene) => Values> = {
  key: () => ({ name: "Read back", scope: "write", expiresAt: "2100-01-01T00:00:00.000Z" }),
  project: ({ place }) => ({
    name: "Read back",
    slug: `${place.projectSlug}-read-back`,
    repositories: [{ provider: "github", fullName: "acme/back", defaultBranch: "trunk", primary: true }],
    evidence: "asked",
    reviewer: "person",
  }),
  tracker: () => ({
    provider: "tracker_a",
    target: { teamKey: "BACK" },
    references: "live",
    statuses: "all",
    details: ["labels"],
  }),
  label: () => ({
    get name() {
      return `Read back ${labels++}`;
    },
    color: "#123456",
  }),
  view: ({ place }) => ({
    name: "Read back",
    scope: "workspace",
    query: { assignee: "me", due: "week" },
    projectSlug: place.projectSlug,
    planShortId: place.planShortId,
    group: "status",
    sort: "-due",
  }),
  plan: ({ otherPlanId, memberId }) => ({
    leadUserId: memberId,
    targetDate: "2026-12-24",
    name: "Read back",
    status: "READY",
    visibility: "PRIVATE",
    template: true,
    description: "What was said.",
    parentPlanId: otherPlanId,
    externalRef: "kiro:read-back",
  }),
  workspace: ({ place }) => ({
    name: "Read back",
    slug: `${place.projectSlug}-read-back`,
    evidence: "asked",
    reviewer: "person",
    agentTokensPerDay: 4_000_000,
    agentTokensPerPersonPerDay: 900_000,
    links: false,
  }),
  link: () => ({ expiresAt: "2999-01-01T00:00:00.000Z", names: true, subPlans: true }),
  run: () => ({ limits: { tokens: 300_000, minutes: 20, steps: 30 } }),
  member: () => ({ role: "VIEWER" }),
  invite: ({ place }) => ({ email: `${place.projectSlug}@example.com`, role: "MEMBER" }),
  share: () => ({ capability: "EDIT", expiresAt: "2100-01-01T00:00:00.000Z" }),
  model: () => ({
    name: "Read back",
    kind: "anthropic",
    baseUrl: `${hookAddress}/read-back`,
    model: "large",
    contextTokens: 9000,
    maxOutput: 900,
    prices: { input: 0.25, output: 1.5 },
    scope: "workspace",
  }),
  webhook: ({ place }) => ({
    url: `${hookAddress}/read-back`,
    events: ["plan.created"],
    projectSlug: place.projectSlug,
    format: "slack",
    enabled: false,
  }),
  settings: () => ({
    mentions: false,
    threads: false,
    suggestions: false,
    shares: false,
    pushes: false,
    channels: Object.fromEntries(
      notificationKind.options.map((kind) => [
        kind,
        { inbox: !switched.has(kind), mail: "digest", push: true },
      ]),
    ),
    digestAt: "07:15",
    timeZone: "Europe/Vienna",
  }),
  subscription: () => ({ state: "mute" }),
  device: () => ({ name: "Read back", endpoint: `${hookAddress}/read-back/${browsers++}` }),
  spec: ({ freeSpecId, memberId }) => ({
    title: "Read back",
    content: "What was said.",
    effort: 4,
    readiness: 5,
    assigneeUserId: memberId,
    priority: 2,
    dueDate: "2026-12-24",
    status: "IN_PROGRESS",
    needsFirst: ["SPEC-3"],
    parentSpecId: freeSpecId,
    externalRef: "kiro:read-back/1",
  }),
  source: () => ({
    /** A title is unique in its folder. */
    get title() {
      return `Read back ${sources++}`;
    },
    text: "What was said.",
    kind: "interview",
    sourceKind: "RESEARCH",
    description: "Read back.",
    folderPath: "read/back",
    active: false,
    url: pageAddress,
  }),
  // The company's instructions contain the place's slug.
  thread: ({ place }) => ({ anchor: { exact: place.projectSlug }, kind: "question" }),
  suggestion: () => ({ reason: "Why not." }),
  comment: () => ({ body: "What was said." }),
  instructions: () => ({ markdown: "What was said." }),
  proposal: () => ({ markdown: "What was said.", message: "Why it was.", baseRevision: 0 }),
  skill: () => ({
    markdown: "---\nname: checking\ndescription: Reads back.\n---\nWhat was said.\n",
  }),
  format: () => ({ markdown: "What was said." }),
  server: ({ place }) => ({
    label: "Read back",
    slug: `${place.projectSlug}-back`,
    url: `${mcpAddress}/read-back`,
    authMode: "anonymous",
    description: "What was said.",
    enabled: false,
    tools: [{ name: "say", enabled: false }],
  }),
  claim: () => ({ note: "What was said." }),
  dependency: ({ planId, otherPlanId, specId, freeSpecId }) => ({
    fromSpecId: freeSpecId,
    toSpecId: specId,
    fromPlanId: planId,
    toPlanId: otherPlanId,
  }),
};

/** Endpoints whose answer uses a body field's name in another sense, with those fields. */
/** Body fields that other endpoints read back, by endpoint. */
export const readElsewhere: Record<string, readonly string[]> = {
  // Jira's own fields: `required-fields.test.ts` reads them back.
  "projects.setTracker": ["fields", "requiredFields"],
  // For questions only, and blocking ones are about specs: `questions.test.ts` reads them back.
  "threads.create": ["blocking", "options"],
};

export const notKept: Record<string, string> = {
  "plans.push": "`provider` chooses among what is connected; a push without it has one, too.",
  "claims.take":
    "`projectSlug` and `planShortId` say where a spec is chosen, `budget` how long the brief is, and `agent` has its own test.",
  "evidence.add": "`criterion` names one, which the answer shows whole; `evidence.test.ts` reads all back.",
  "suggestions.create":
    "`hunks` and `specs` stand in for each other; the tests of suggestions read all back.",
  "suggestions.accept":
    "`specs` and `hunks` choose what is taken, which `suggested-specs.test.ts` reads back.",
  "runs.start": "One run works on a plan at a time; `runs.test.ts` reads all back.",
  "prototypes.put": "`entry` names one of the files of a form, which its own tests read back.",
  "imports.create": "`plans` of its answer tells what was done to each, and `dryRun` that nothing was.",
};

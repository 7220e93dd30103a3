import {
  addEvidence,
  type Claim,
  completeClaim,
  createThread,
  getClaim,
  listEvidence,
  type NewEvidence,
  newEvidence,
  releaseClaim,
  renewClaim,
} from "@groundplan/contract";
import { z } from "zod";
import type { Caller } from "../caller.ts";
import { at, ToolError } from "../errors.ts";
import { isNotFound } from "../locate.ts";
import { handleOf, sayBrief, sayClaim } from "../render/claim.ts";
import { joined, oneLine, timeOf } from "../render/words.ts";
import { budgetArgument, budgetToCut, tool } from "./tool.ts";

const { result, kind } = newEvidence.shape;

/** Turns a number into a text, since the API takes both. */
const asText = (value: unknown) => (typeof value === "number" ? String(value) : value);

const given = z.strictObject({
  claim: z.string(),
  act: z.enum(["working", "ask", "done", "release"]),
  note: z.string().optional(),
  question: z.string().optional().describe("For ask"),
  options: z.array(z.string()).optional(),
  evidence: z
    .array(
      z.strictObject({
        criterion: z.preprocess(asText, z.string()).describe("AC-1 or its number"),
        result: result.meta({ id: undefined, description: undefined }),
        kind,
        ref: z.string().describe("Command, SHA or URL"),
        checks: z.int().optional().describe("Assertions that ran"),
      }),
    )
    .optional(),
  next: z.boolean().optional().describe("When done, claim the next"),
  budget: budgetArgument,
});
type Given = z.output<typeof given>;

export const reportWork = tool({
  name: "report_work",
  description:
    "Say how claimed work goes: keep the lease, add evidence for criteria, ask, complete, or release. done fails while required evidence is missing.",
  arguments: given,
  isRead: false,
  usualBudget: 4000,
  example: {
    act: "working",
    options: ["Yes", "No"],
    evidence: [{ criterion: "1", result: "passed", kind: "run", ref: "npm test", checks: 1 }],
  },
  async run(caller, asked, budget) {
    const claim = await claimOf(caller, asked.claim);
    for (const field of ["question", "options"] as const)
      if (asked.act !== "ask" && asked[field] !== undefined)
        throw new ToolError(
          field,
          "goes with `act: ask`.",
          "",
          attempt(asked, { act: "ask", question: asked.question ?? "Which cards?", options: asked.options }),
        );
    if (asked.act !== "done" && asked.next === true)
      throw new ToolError("next", "goes with `act: done`.", "", attempt(asked, { act: asked.act }));
    return acts[asked.act](caller, asked, claim, budget);
  },
});

const acts = { working, ask, done, release } as const;

const attempt = ({ claim }: Given, more: Record<string, unknown>) => ({
  tool: "report_work",
  arguments: Object.assign({ claim }, more),
});

/** Finds a claim by `<id>.<fence>`. */
async function claimOf(caller: Caller, number: string): Promise<Claim> {
  const again = { tool: "find", arguments: { kind: "spec" } };
  const [, claimId, fence] = /^([\w-]{1,64})\.(\d{1,9})$/.exec(number.trim()) ?? [];
  const unknown = new ToolError(
    "claim",
    "is no claim that you hold.",
    "Send the number from the first line of claim_work; without one, claim again.",
    again,
  );
  if (claimId === undefined) throw unknown;
  try {
    const { claim } = await caller.call(getClaim, { params: { claimId } });
    if (String(claim.fence) === fence) return claim;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  throw unknown;
}

const headerOf = ({ id, fence }: Claim) => ({ claim: `${id}.${fence}` });
const specOf = ({ projectSlug, planShortId, specShortId }: Claim) => ({
  projectSlug,
  planShortId,
  specShortId,
});

const readSpec = (claim: Claim) => ({ tool: "get_specs", arguments: { specs: [handleOf(claim)] } });

/** Returns evidence as the API takes it: a number that came as a text is one. */
const sentEvidence = ({ evidence }: Given): NewEvidence[] | undefined =>
  evidence?.map((one) =>
    Object.assign({}, one, {
      criterion: /^\d{1,6}$/.test(one.criterion.trim()) ? Number(one.criterion) : one.criterion.trim(),
    }),
  );

async function working(caller: Caller, asked: Given, claim: Claim): Promise<string> {
  const open = await addTo(caller, asked, claim);
  const { note } = asked;
  const renewed = await at(
    "claim",
    () => caller.call(renewClaim, { params: { claimId: claim.id }, body: { note } }, headerOf(claim)),
    { attempt: readSpec(claim) },
  );
  const answers = renewed.questions.flatMap(({ threadId, state, answer }) => {
    if (state === "open") return [`${threadId} is not answered yet`];
    return answer
      ? [`${threadId} answered: ${oneLine(answer.body, 400)}`]
      : [`${threadId} closed unanswered`];
  });
  return [
    joined([
      `until ${timeOf(renewed.claim.until)}`,
      sayOpen(open),
      renewed.changed && "the spec has changed: get_specs",
    ]),
    ...answers,
  ].join("\n");
}

/** Adds evidence, if any; returns what is open. */
async function addTo(caller: Caller, asked: Given, claim: Claim): Promise<readonly (string | number)[]> {
  const evidence = sentEvidence(asked);
  const params = specOf(claim);
  if (!evidence || evidence.length === 0)
    return (await caller.call(listEvidence, { params, query: { limit: "1" } })).open;
  const { open } = await at(
    "evidence",
    () => caller.call(addEvidence, { params, body: { evidence } }, headerOf(claim)),
    { attempt: readSpec(claim) },
  );
  return open;
}

const sayOpen = (open: readonly (string | number)[]): string =>
  open.length === 0
    ? "no criterion open"
    : `open: ${open.slice(0, 20).join(", ")}${open.length > 20 ? " …" : ""}`;

async function ask(caller: Caller, asked: Given, claim: Claim): Promise<string> {
  const { question, options } = asked;
  if (question === undefined || question.trim() === "")
    throw new ToolError(
      "question",
      "is required with `act: ask`.",
      "",
      attempt(asked, { act: "ask", question: "Which cards?" }),
    );
  for (const field of ["evidence", "note"] as const)
    if (asked[field] !== undefined)
      throw new ToolError(
        field,
        "doesn't go with `act: ask`.",
        "Send it with working.",
        attempt(asked, { act: "working" }),
      );
  const { thread } = await at(
    "question",
    () =>
      caller.call(
        createThread,
        {
          params: { documentId: claim.specId },
          body: { body: question, kind: "question", blocking: true, options },
        },
        headerOf(claim),
      ),
    { pathOf: (path) => (path === "body" ? "question" : path), attempt: readSpec(claim) },
  );
  return `question ${thread.id} is asked; its answer comes with report_work working. Until then the spec can't be done.`;
}

async function done(caller: Caller, asked: Given, claim: Claim, budget: number): Promise<string> {
  const { note, next = false } = asked;
  const body = {
    evidence: sentEvidence(asked),
    note,
    next: next ? { agent: caller.agent, budget: budgetToCut(budget, "brief") } : undefined,
  };
  const reply = await at(
    "claim",
    () => caller.callMinimal(completeClaim, { params: { claimId: claim.id }, body }, headerOf(claim)),
    { attempt: readSpec(claim) },
  );
  const state = reply.spec.status === "DONE" ? "DONE" : "awaits a review";
  const head = joined([`${handleOf(claim)} ${state}`, sayOpen(reply.open)]);
  if (!next) return head;
  if (!reply.next) return `${head}\nNothing else can be claimed.`;
  return sayBrief([head, sayClaim(reply.next.claim)], reply.next, budget);
}

async function release(caller: Caller, asked: Given, claim: Claim): Promise<string> {
  const open = await addTo(caller, asked, claim);
  const { note } = asked;
  await at(
    "claim",
    () => caller.call(releaseClaim, { params: { claimId: claim.id }, body: { note } }, headerOf(claim)),
    { attempt: readSpec(claim) },
  );
  return joined([`${handleOf(claim)} is released`, sayOpen(open)]);
}

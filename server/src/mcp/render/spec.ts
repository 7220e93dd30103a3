import type { getSpecReadiness, Reply, SpecClaim, SpecWithCriteria, Thread } from "@groundplan/contract";
import type { Block } from "../answer.ts";
import { joined, oneLine, timeOf } from "./words.ts";

/** "held by Ada (coder 1) until 14:05Z". */
const sayHolder = ({ holder, agent, until }: Pick<SpecClaim, "holder" | "agent" | "until">): string =>
  `held by ${oneLine(holder?.name ?? "a former member", 40)}${agent === null ? "" : ` (${oneLine(agent, 40)})`} until ${timeOf(until)}`;

interface ListedSpec {
  title: string;
  status: string;
  effort?: number | null;
  readiness?: number | null;
  claim: Parameters<typeof sayHolder>[0] | null;
}

/** A line of a list: handle, state, title, holder. */
export const lineOfSpec = (
  handle: string,
  { title, status, effort = null, readiness = null, claim }: ListedSpec,
  needs: readonly string[] = [],
): string =>
  joined([
    `${handle} ${status}`,
    oneLine(title),
    readiness !== null && status !== "DONE" && status !== "CANCELLED" && `readiness ${readiness}`,
    effort !== null && `effort ${effort}`,
    needs.length > 0 && `needs ${needs.join(", ")}`,
    claim && sayHolder(claim),
  ]);

interface WholeSpec {
  handle: string;
  spec: SpecWithCriteria;
  readiness: Reply<typeof getSpecReadiness>;
  questions: readonly Thread[];
}

/** Renders a whole spec: its state, its text as data, criteria with evidence, open questions, what is unclear. */
export function blocksOfSpec({ handle, spec, readiness, questions }: WholeSpec): Block[] {
  const { content, acceptanceCriteria: criteria } = spec;
  const unclear = readiness.reasons.map(
    ({ line, text, fix }) => `- ${line === null ? "" : `line ${line}: `}${oneLine(text)}: ${oneLine(fix)}`,
  );
  return [
    { text: `# ${handle} ${oneLine(spec.title)}\n${stateOf(spec, readiness)}` },
    ...(content.trim() === "" ? [] : [{ text: content, fence: { tag: "spec", facts: { id: handle } } }]),
    ...listed("Criteria:", criteria.map(lineOfCriterion)),
    ...listed("Open questions:", questions.map(lineOfQuestion)),
    ...listed("Unclear:", unclear),
  ];
}

const stateOf = (spec: SpecWithCriteria, { readiness, label }: WholeSpec["readiness"]) =>
  joined([
    spec.status,
    spec.effort !== null && `effort ${spec.effort}`,
    `readiness ${readiness} (${label})`,
    spec.needsFirst.length > 0 && `needs ${spec.needsFirst.join(", ")}`,
    spec.claim && sayHolder(spec.claim),
    spec.awaitsReview && "awaits a review",
    `revision ${spec.revision}`,
  ]);

function lineOfCriterion(
  { id, text, evidence }: SpecWithCriteria["acceptanceCriteria"][number],
  index: number,
): string {
  const state = evidence ? `${evidence.result}, vouched for by ${vouchers[evidence.trust]}` : "no evidence";
  return `${index + 1}. ${id === null ? "" : `${oneLine(id, 40)}: `}${oneLine(text)} (${state})`;
}

const vouchers = { told: "whoever worked on it", other: "somebody else", person: "a person" } as const;

const lineOfQuestion = ({ id, comments: [first], blocking, options }: Thread): string =>
  `- ${id}${blocking ? " (blocks)" : ""}: ${oneLine(first?.body ?? "", 400)}${options.length > 0 ? ` Options: ${options.map((one) => oneLine(one, 60)).join(" / ")}` : ""}`;

const listed = (title: string, lines: readonly string[]): Block[] =>
  lines.length === 0 ? [] : [{ text: [title, ...lines].join("\n") }];

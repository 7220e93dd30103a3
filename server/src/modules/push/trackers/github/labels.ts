import type { Item } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { type Fields, fieldsOf, listOf } from "./read.ts";
import type { IssueAddress } from "./repositories.ts";

/** Ours are `plan` and `effort:1` to `effort:5`; all others belong to people. GitHub compares without case. */
const effortLabel = /^effort:([1-5])$/i;

/** What an issue is made with. */
export function labelsOf({ sort, effort }: Pick<Item, "sort" | "effort">): string[] {
  if (sort === "container") return ["plan"];
  return effort === null ? [] : [`effort:${effort}`];
}

/** An issue lists labels as objects; the OpenAPI allows mere names too. */
export function labelNames(labels: unknown): string[] {
  const list = Array.isArray(labels) ? labels : [];
  return list.map((label) => (typeof label === "string" ? label : String((label as Fields | null)?.name)));
}

/** `3`; "" without one of our labels, and all of them where a person added another. */
export function effortIn(names: readonly string[]): string {
  return names
    .flatMap((name) => effortLabel.exec(name)?.[1] ?? [])
    .toSorted()
    .join(", ");
}

/** GitHub leaves labels away in silence where an account may not set them. */
export const lackingLabels = "GitHub did not take the labels; the connected account may not set them.";

export const hasAll = (names: readonly string[], wanted: readonly string[]) => {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return wanted.every((name) => there.has(name.toLowerCase()));
};

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";
const ofIssue = `${issue}/labels`;

/**
 * Leaves one of our efforts, or none, and people's labels. One call writes the whole list, so that whatever ends this
 * in between, no reader finds two of ours. False where GitHub doesn't let this account.
 */
export async function writeEffort(github: GitHub, at: IssueAddress, effort: number | null): Promise<boolean> {
  const ours = effort === null ? [] : [`effort:${effort}`];
  try {
    const before = labelNames(fieldsOf((await github(`GET ${issue}`, { ...at })).data).labels);
    const labels = [...before.filter((name) => !effortLabel.test(name)), ...ours];
    if (labels.length === before.length && hasAll(before, labels)) return true;
    return hasAll(await setLabels(github, at, labels), ours);
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return false;
    throw error;
  }
}

/** Answers with what the issue has then. GitHub's schema has no empty list to set. */
async function setLabels(github: GitHub, at: IssueAddress, labels: readonly string[]): Promise<string[]> {
  if (labels.length > 0) return labelNames(listOf((await github(`PUT ${ofIssue}`, { ...at, labels })).data));
  await github(`DELETE ${ofIssue}`, { ...at });
  return [];
}

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

/** `3`; "" without one of our labels. Several, `2, 3`, where a person added another, or a change did not end. */
export function effortIn(names: readonly string[]): string {
  return names
    .flatMap((name) => effortLabel.exec(name)?.[1] ?? [])
    .toSorted()
    .join(", ");
}

/** The effort that a change makes is there before the one of before goes. */
export function isHalfWrittenEffort(seen: string, effort: string): boolean {
  const efforts = seen.split(", ");
  return efforts.length > 1 && efforts.includes(effort);
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
 * Leaves one of our efforts, or none. Labels are added and taken off one by one: to set the whole list would take off
 * what people add meanwhile. Whatever ends this in between, the issue says what it did before or also what it shall,
 * and the next change takes off what is left. False where GitHub doesn't let this account.
 */
export async function writeEffort(github: GitHub, at: IssueAddress, effort: number | null): Promise<boolean> {
  const ours = effort === null ? [] : [`effort:${effort}`];
  try {
    const there = labelNames(fieldsOf((await github(`GET ${issue}`, { ...at })).data).labels);
    const others = there.filter((name) => effortLabel.test(name) && !hasAll(ours, [name]));
    if (!hasAll(there, ours)) {
      const { data } = await github(`POST ${ofIssue}`, { ...at, labels: ours });
      if (!hasAll(labelNames(listOf(data)), ours)) return false;
    }
    for (const name of others) await takeOff(github, at, name);
    return true;
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return false;
    throw error;
  }
}

/** People may have been faster. */
async function takeOff(github: GitHub, at: IssueAddress, name: string): Promise<void> {
  try {
    await github(`DELETE ${ofIssue}/{name}`, { ...at, name });
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error;
  }
}

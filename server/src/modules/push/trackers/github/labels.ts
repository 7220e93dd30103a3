import type { Item } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { type Fields, listOf } from "./read.ts";
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

const ofIssue = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

/** Adds the label of this effort and takes our others away. False where GitHub doesn't let this account. */
export async function writeEffort(github: GitHub, at: IssueAddress, effort: number | null): Promise<boolean> {
  const wanted = effort === null ? [] : [`effort:${effort}`];
  try {
    const { data } =
      effort === null
        ? await github(`GET ${ofIssue}`, { ...at, per_page: 100 })
        : await github(`POST ${ofIssue}`, { ...at, labels: wanted });
    const names = labelNames(listOf(data));
    for (const name of names) {
      if (effortLabel.test(name) && !hasAll(wanted, [name])) await removeLabel(github, at, name);
    }
    return hasAll(names, wanted);
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return false;
    throw error;
  }
}

async function removeLabel(github: GitHub, at: IssueAddress, name: string): Promise<void> {
  try {
    await github(`DELETE ${ofIssue}/{name}`, { ...at, name });
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error; // Somebody else was faster.
  }
}

import type { DetailWrites, Item, Label } from "../../tracker.ts";
import { type Fields, fieldsOf, listOf } from "../answer.ts";
import type { GitHub } from "../client.ts";
import { isRefused } from "../errors.ts";
import { type Home, type IssueAddress, issue } from "../repository.ts";

/** Only `plan` and `effort:1` to `effort:5` are our labels. GitHub ignores case. */
const effortLabel = /^effort:([1-5])$/i;

export function labelsOf({ kind, effort }: Pick<Item, "kind" | "effort">): string[] {
  if (kind === "container") return ["plan"];
  return effort === null ? [] : [`effort:${effort}`];
}

/** Accepts objects and, by the OpenAPI, bare names. */
export function labelNames(labels: unknown): string[] {
  const list = Array.isArray(labels) ? labels : [];
  return list.map((label) => (typeof label === "string" ? label : String((label as Fields | null)?.name)));
}

/** Returns the effort, such as `3`, or "". It is `2, 3` after a user's label or an interrupted change. */
export function effortIn(names: readonly string[]): string {
  return names
    .flatMap((name) => effortLabel.exec(name)?.[1] ?? [])
    .toSorted()
    .join(", ");
}

/** Recognizes an interrupted change: the new effort is added before the old one is removed. */
export function isHalfWrittenEffort(remote: string, effort: string): boolean {
  const efforts = remote.split(", ");
  return efforts.length > 1 && efforts.includes(effort);
}

/** GitHub's labels are the same in any case. */
export const labelTerm = (name: string): string => name.toLowerCase();

/** Leaves out labels that mean an effort. */
export const labelTerms = (names: readonly string[]): Map<string, string> =>
  new Map(names.flatMap((name) => (effortLabel.test(name) ? [] : [[name, labelTerm(name)] as const])));

/** GitHub drops labels silently if the account may not set them. */
export const labelsNotTaken = "GitHub did not take the labels; the connected account may not set them.";

export const hasAll = (names: readonly string[], wanted: readonly string[]) => {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return wanted.every((name) => there.has(name.toLowerCase()));
};

const ofIssue = `${issue}/labels`;

/**
 * Sets one effort label or none. Labels change one by one, as replacing the list would drop users' labels. An
 * interrupted change leaves the old effort or both. Returns false without the right.
 */
export async function writeEffort(
  github: GitHub,
  address: IssueAddress,
  effort: number | null,
): Promise<boolean> {
  const ours = effort === null ? [] : [`effort:${effort}`];
  try {
    const there = labelNames(fieldsOf((await github(`GET ${issue}`, { ...address })).data).labels);
    const others = there.filter((name) => effortLabel.test(name) && !hasAll(ours, [name]));
    if (!hasAll(there, ours)) {
      const { data } = await github(`POST ${ofIssue}`, { ...address, labels: ours });
      if (!hasAll(labelNames(listOf(data)), ours)) return false;
    }
    for (const name of others) await takeOff(github, address, name);
    return true;
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return false;
    throw error;
  }
}

/**
 * Adds and removes labels of the spec, one by one like efforts. Those new to the repository get their color.
 * Returns the names that GitHub did not take.
 */
export async function writeLabels(
  github: GitHub,
  home: Home,
  address: IssueAddress,
  { add, remove }: NonNullable<DetailWrites["labels"]>,
): Promise<string[]> {
  const names = add.map(({ name }) => name).filter((name) => !effortLabel.test(name));
  const efforts = add.map(({ name }) => name).filter((name) => effortLabel.test(name));
  try {
    for (const label of add) if (names.includes(label.name)) await makeLabel(github, home, label);
    if (names.length > 0) await github(`POST ${ofIssue}`, { ...address, labels: names });
    for (const name of remove) await takeOff(github, address, name);
    return efforts;
  } catch (error) {
    if (isRefused(error, ["access", "invalid"])) return add.map(({ name }) => name);
    throw error;
  }
}

async function makeLabel(github: GitHub, { repository }: Home, { name, color }: Label): Promise<void> {
  try {
    await github("GET /repos/{owner}/{repo}/labels/{name}", { ...repository, name });
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error;
    const label = { name, color: color.replace("#", "") };
    // Another process may have made it meanwhile.
    await github("POST /repos/{owner}/{repo}/labels", { ...repository, ...label }).catch((refusal) => {
      if (!isRefused(refusal, ["invalid"])) throw refusal;
    });
  }
}

async function takeOff(github: GitHub, at: IssueAddress, name: string): Promise<void> {
  try {
    await github(`DELETE ${ofIssue}/{name}`, { ...at, name });
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error;
  }
}

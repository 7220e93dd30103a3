import type { External, Placement } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { fieldsOf } from "./read.ts";
import type { IssueAddress } from "./repositories.ts";

/** Where calls find an issue. */
export type Locate = (external: External) => IssueAddress;

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";

/** What an issue lies under, as far as a push has to do with it. */
export type Spot = "there" | "ours" | "nowhere" | "people's";

export const aboveOf = ({ parent }: Placement) => parent?.items.at(-1) ?? parent?.container ?? null;

/** What a push put it under, or may have. */
export const oursOf = ({ before, maybe }: Placement) => [before, maybe].filter((one) => one !== null);

/** Where a parent of this id is for a placement. */
export function spotOf(placement: Placement, parentId: string | null): Spot {
  if (parentId === (aboveOf(placement)?.id ?? null)) return "there";
  if (parentId === null) return "nowhere";
  return oursOf(placement).some(({ id }) => id === parentId) ? "ours" : "people's";
}

/** GitHub itself takes an issue out only where what it lay under is deleted. */
export async function wasTakenOut(github: GitHub, locate: Locate, { before }: Placement): Promise<boolean> {
  if (before === null) return false;
  const there = await found(github(`GET ${issue}`, { ...locate(before) }));
  return there !== null && String(fieldsOf(there.data).id) === before.id;
}

export const putElsewhere = ({ key }: External) =>
  `${key} was put under another issue in GitHub; it was left there.`;

export const takenOut = ({ key }: External) =>
  `${key} was taken out from under its issue in GitHub; it was left as it is.`;

/** Null where it lies under nothing; throws `missing` where it is not there itself. */
export async function parentId(github: GitHub, at: IssueAddress): Promise<string | null> {
  const above = await found(github(`GET ${issue}/parent`, { ...at }));
  if (above) return String(fieldsOf(above.data).id);
  await github(`GET ${issue}`, { ...at });
  return null;
}

/** Null for what is not there. */
export async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isRefused(error, ["missing"])) return null;
    throw error;
  }
}

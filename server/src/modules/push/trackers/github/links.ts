import { type External, type Need, type Placement, TrackerError } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { fieldsOf, hasNextPage, listOf } from "./read.ts";
import type { IssueAddress } from "./repositories.ts";

/*
 * GitHub names the issue of the address by its number and the other one by its id. What is there already is
 * refused as not valid, like a limit that is reached: only a look tells.
 */

const issue = "/repos/{owner}/{repo}/issues/{issue_number}";
const lists = {
  "sub-issues": `${issue}/sub_issues`,
  dependencies: `${issue}/dependencies/blocked_by`,
} as const;
type Feature = keyof typeof lists;

/** Where calls find an issue. */
export type Locate = (external: External) => IssueAddress;

interface Link {
  feature: Feature;
  /** The issue of the address. */
  at: IssueAddress;
  write: () => Promise<unknown>;
  isDone: () => Promise<boolean>;
  /** What to tell where GitHub refuses and a look finds that it is not so. */
  sentence: string;
}

export interface Links {
  place(locate: Locate, placement: Placement): Promise<void>;
  need(locate: Locate, need: Need): Promise<void>;
  endNeed(locate: Locate, need: Need): Promise<void>;
}

/** `mayLack`: a server of one's own may be older than sub-issues and dependencies. */
export function createLinks(github: GitHub, mayLack: boolean): Links {
  const lacking = new Set<Feature>();

  async function make({ feature, at, write, isDone, sentence }: Link): Promise<void> {
    if (lacking.has(feature)) throw lacks(feature);
    try {
      await write();
    } catch (error) {
      if (!isRefused(error, ["invalid", "missing"])) throw error;
      if (error.code === "missing" && mayLack && (await isLacking(github, feature, at))) {
        lacking.add(feature);
        throw lacks(feature);
      }
      if (await isDone()) return;
      throw error.code === "missing" ? error : new TrackerError("refused", "invalid", sentence);
    }
  }

  return {
    async place(locate, { child, parent, before }) {
      const above = parent?.items.at(-1) ?? parent?.container ?? null;
      if (above) {
        const at = locate(above);
        const sent = { ...at, sub_issue_id: Number(child.id), replace_parent: true };
        await make({
          feature: "sub-issues",
          at,
          write: () => github(`POST ${lists["sub-issues"]}`, sent),
          isDone: async () => (await parentId(github, locate(child))) === above.id,
          sentence: `GitHub does not take ${child.key} where it belongs; it allows 100 sub-issues of the same owner for each issue, 8 levels deep.`,
        });
      } else if (before) {
        const at = locate(before);
        await make({
          feature: "sub-issues",
          at,
          write: () => github(`DELETE ${issue}/sub_issue`, { ...at, sub_issue_id: Number(child.id) }),
          isDone: async () => (await parentId(github, locate(child))) !== before.id,
          sentence: `GitHub does not take ${child.key} out from under what it lay under.`,
        });
      }
    },
    async need(locate, { issue: waiting, needed }) {
      const at = locate(waiting);
      await make({
        feature: "dependencies",
        at,
        write: () => github(`POST ${lists.dependencies}`, { ...at, issue_id: Number(needed.id) }),
        isDone: () => isBlockedBy(github, at, needed),
        sentence: `GitHub does not take what ${waiting.key} needs as blocking it; it allows 50 such issues for each.`,
      });
    },
    async endNeed(locate, { issue: waiting, needed }) {
      const at = locate(waiting);
      await make({
        feature: "dependencies",
        at,
        write: () =>
          github(`DELETE ${lists.dependencies}/{issue_id}`, { ...at, issue_id: Number(needed.id) }),
        isDone: async () => (await isGone(github, at)) || !(await isBlockedBy(github, at, needed)),
        sentence: `GitHub does not end what blocks ${waiting.key}.`,
      });
    },
  };
}

const lacks = (feature: Feature) =>
  new TrackerError("refused", "invalid", `This GitHub server has no ${feature}; a newer one has.`);

/** The list is not there although its issue is. */
async function isLacking(github: GitHub, feature: Feature, at: IssueAddress): Promise<boolean> {
  const isThere = (route: string, query = {}) => found(github(route, { ...at, ...query }));
  return !(await isThere(`GET ${lists[feature]}`, { per_page: 1 })) && (await isThere(`GET ${issue}`));
}

/** It is not there although its repository is. */
async function isGone(github: GitHub, at: IssueAddress): Promise<boolean> {
  if (await found(github(`GET ${issue}`, { ...at }))) return false;
  return found(github("GET /repos/{owner}/{repo}", { owner: at.owner, repo: at.repo }));
}

async function found(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (isRefused(error, ["missing"])) return false;
    throw error;
  }
}

/** Null where it lies under nothing; throws `missing` where it is not there itself. */
async function parentId(github: GitHub, at: IssueAddress): Promise<string | null> {
  try {
    return String(fieldsOf((await github(`GET ${issue}/parent`, { ...at })).data).id);
  } catch (error) {
    if (!isRefused(error, ["missing"])) throw error;
    await github(`GET ${issue}`, { ...at });
    return null;
  }
}

async function isBlockedBy(github: GitHub, at: IssueAddress, needed: External): Promise<boolean> {
  for (let page = 1; ; page++) {
    const answer = await github(`GET ${lists.dependencies}`, { ...at, per_page: 100, page });
    if (listOf(answer.data).some((blocking) => String(blocking.id) === needed.id)) return true;
    if (!hasNextPage(answer.headers.link)) return false;
  }
}

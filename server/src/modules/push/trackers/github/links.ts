import { directParent, heldParents, heldUnderNothing } from "../held.ts";
import { type External, type Need, type Placement, TrackerError } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { found, type Locate, parentNow, putElsewhere, spotOf, takenOut, wasTakenOut } from "./places.ts";
import { hasNextPage, listOf } from "./read.ts";
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
  /** Answers why it was left where people have put it; null where it was not. */
  place(locate: Locate, placement: Placement): Promise<string | null>;
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

  /** Where no push put it under anything yet, a look is spared: GitHub refuses it where people did. */
  async function enter(locate: Locate, placement: Placement, above: External): Promise<string | null> {
    const { child } = placement;
    const at = locate(above);
    const look = async () => spotOf(placement, (await parentNow(github, locate(child)))?.id ?? null);
    let spot = heldParents(placement).length > 0 ? await look() : "nowhere";
    const isPeoples = () => spot === "people's" && isJudged(placement);
    if (spot === "there") return null;
    if (isPeoples()) return putElsewhere(child);
    if (spot === "nowhere" && isJudged(placement) && (await wasTakenOut(github, locate, placement)))
      return takenOut(child);
    const replace = !isJudged(placement) || spot === "ours" ? { replace_parent: true } : {};
    const sent = { ...at, sub_issue_id: Number(child.id), ...replace };
    await make({
      feature: "sub-issues",
      at,
      write: () => github(`POST ${lists["sub-issues"]}`, sent),
      async isDone() {
        spot = await look();
        return spot === "there" || isPeoples();
      },
      sentence: `GitHub does not take ${child.key} where it belongs; it allows 100 sub-issues of the same owner for each issue, 8 levels deep.`,
    });
    return isPeoples() ? putElsewhere(child) : null;
  }

  /** A look tells where it is taken out of. */
  async function leave(locate: Locate, placement: Placement): Promise<string | null> {
    const { child } = placement;
    const above = await parentNow(github, locate(child));
    if (above === null) return null;
    if (isJudged(placement) && spotOf(placement, above.id) === "people's") return putElsewhere(child);
    const { at } = above;
    await make({
      feature: "sub-issues",
      at,
      write: () => github(`DELETE ${issue}/sub_issue`, { ...at, sub_issue_id: Number(child.id) }),
      isDone: async () => (await parentNow(github, locate(child)))?.id !== above.id,
      sentence: `GitHub does not take ${child.key} out from under what it lay under.`,
    });
    return null;
  }

  return {
    async place(locate, placement) {
      const above = directParent(placement.parent);
      if (above === null && isNew(placement)) return null;
      if (lacking.has("sub-issues")) throw lacks("sub-issues");
      return above === null ? leave(locate, placement) : enter(locate, placement, above);
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

/** Else it is put where it belongs, wherever it lies. */
const isJudged = ({ held, overwrite }: Placement) => held !== null && !overwrite;

/** No push has put it under anything yet. */
const isNew = (placement: Placement) =>
  isJudged(placement) && heldUnderNothing(placement) && heldParents(placement).length === 0;

const lacks = (feature: Feature) =>
  new TrackerError("refused", "invalid", `This GitHub server has no ${feature}; a newer one has.`);

/** The list is not there although its issue is. */
async function isLacking(github: GitHub, feature: Feature, at: IssueAddress): Promise<boolean> {
  const isThere = async (route: string, query = {}) =>
    (await found(github(route, { ...at, ...query }))) !== null;
  return !(await isThere(`GET ${lists[feature]}`, { per_page: 1 })) && (await isThere(`GET ${issue}`));
}

/** It is not there although its repository is. */
async function isGone(github: GitHub, at: IssueAddress): Promise<boolean> {
  if (await found(github(`GET ${issue}`, { ...at }))) return false;
  const repository = github("GET /repos/{owner}/{repo}", { owner: at.owner, repo: at.repo });
  return (await found(repository)) !== null;
}

async function isBlockedBy(github: GitHub, at: IssueAddress, needed: External): Promise<boolean> {
  for (let page = 1; ; page++) {
    const answer = await github(`GET ${lists.dependencies}`, { ...at, per_page: 100, page });
    if (listOf(answer.data).some((blocking) => String(blocking.id) === needed.id)) return true;
    if (!hasNextPage(answer.headers.link)) return false;
  }
}

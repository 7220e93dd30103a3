import { TrackerError } from "../../tracker.ts";
import type { GitHub } from "../client.ts";
import { isRefused } from "../errors.ts";
import { type IssueAddress, issue } from "../repository.ts";
import { found } from "./parents.ts";

/*
 * GitHub takes the addressed issue by number and the other by id. An existing link is refused like an
 * exceeded limit; only a read distinguishes them.
 */

export const lists = {
  "sub-issues": `${issue}/sub_issues`,
  dependencies: `${issue}/dependencies/blocked_by`,
} as const;
type Feature = keyof typeof lists;

export interface Link {
  feature: Feature;
  at: IssueAddress;
  write: () => Promise<unknown>;
  isDone: () => Promise<boolean>;
  /** The message for a refusal if the link doesn't exist. */
  sentence: string;
}

/** Caches which features this server lacks. */
export interface Linking {
  github: GitHub;
  /** Treats a refusal as success if the link exists. */
  make(link: Link): Promise<void>;
  /** Throws if this server is known to lack the feature. */
  require(feature: Feature): void;
}

/** Creates the linking functions. `mayLack`: a self-hosted server may predate sub-issues and dependencies. */
export function createLinking(github: GitHub, mayLack: boolean): Linking {
  const lacking = new Set<Feature>();
  function require(feature: Feature): void {
    if (lacking.has(feature)) throw lacks(feature);
  }

  async function make({ feature, at: address, write, isDone, sentence }: Link): Promise<void> {
    require(feature);
    try {
      await write();
    } catch (error) {
      if (!isRefused(error, ["invalid", "missing"])) throw error;
      if (error.code === "missing" && mayLack && (await isLacking(github, feature, address))) {
        lacking.add(feature);
        throw lacks(feature);
      }
      if (await isDone()) return;
      throw error.code === "missing" ? error : new TrackerError("refused", "invalid", sentence);
    }
  }

  return { github, make, require };
}

const lacks = (feature: Feature) =>
  new TrackerError("refused", "invalid", `This GitHub server has no ${feature}; a newer one has.`);

/** Checks whether only the link list is missing, not its issue. */
async function isLacking(github: GitHub, feature: Feature, at: IssueAddress): Promise<boolean> {
  const isThere = async (route: string, query = {}) =>
    (await found(github(route, { ...at, ...query }))) !== null;
  return !(await isThere(`GET ${lists[feature]}`, { per_page: 1 })) && (await isThere(`GET ${issue}`));
}

import { TrackerError } from "../../tracker.ts";
import type { GitHub } from "../client.ts";
import { isRefused } from "../errors.ts";
import { type IssueAddress, issue } from "../repository.ts";
import { found } from "./parents.ts";

/*
 * GitHub names the issue of the address by its number and the other one by its id. What is there already is
 * refused as not valid, like a limit that is reached: only a look tells.
 */

export const lists = {
  "sub-issues": `${issue}/sub_issues`,
  dependencies: `${issue}/dependencies/blocked_by`,
} as const;
type Feature = keyof typeof lists;

export interface Link {
  feature: Feature;
  /** The issue of the address. */
  at: IssueAddress;
  write: () => Promise<unknown>;
  isDone: () => Promise<boolean>;
  /** The sentence for people where GitHub refuses and the link is not there. */
  sentence: string;
}

/** Links issues, and remembers which features this server was found to lack. */
export interface Linking {
  github: GitHub;
  /** Writes a link. Where GitHub refuses it and the link is there, it is done. */
  make(link: Link): Promise<void>;
  /** Throws where this server was found to lack the feature. */
  require(feature: Feature): void;
}

/**
 * Returns the functions that link. `mayLack` is true for a server of one's own, which may be older than sub-issues
 * and dependencies.
 */
export function createLinking(github: GitHub, mayLack: boolean): Linking {
  const lacking = new Set<Feature>();
  function require(feature: Feature): void {
    if (lacking.has(feature)) throw lacks(feature);
  }

  async function make({ feature, at, write, isDone, sentence }: Link): Promise<void> {
    require(feature);
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

  return { github, make, require };
}

const lacks = (feature: Feature) =>
  new TrackerError("refused", "invalid", `This GitHub server has no ${feature}; a newer one has.`);

/** Returns true where the list of links is not there although its issue is. */
async function isLacking(github: GitHub, feature: Feature, at: IssueAddress): Promise<boolean> {
  const isThere = async (route: string, query = {}) =>
    (await found(github(route, { ...at, ...query }))) !== null;
  return !(await isThere(`GET ${lists[feature]}`, { per_page: 1 })) && (await isThere(`GET ${issue}`));
}

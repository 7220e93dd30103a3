import type { Adapter } from "../tracker.ts";
import { readAccount } from "./account.ts";
import { changedIssues } from "./changed.ts";
import { checkRepository } from "./check.ts";
import { createClient } from "./client.ts";
import { createIssues } from "./create.ts";
import { findIssues } from "./find.ts";
import { labelTerms } from "./items/labels.ts";
import { createLinking } from "./items/linking.ts";
import { isGitHubItself, limitsOf } from "./limits.ts";
import { linkDependencies, unlinkDependencies } from "./link.ts";
import { isHalfWritten, matches } from "./matches.ts";
import { eachSentenceOnce } from "./outcomes.ts";
import { findPeople } from "./people.ts";
import { placeIssues } from "./place.ts";
import { readIssues } from "./read.ts";
import { type Home, repositoryOf } from "./repository.ts";
import { listRepositories } from "./targets.ts";
import { updateIssues } from "./update.ts";

/**
 * GitHub Issues: an issue per plan and spec, sub-issues, blocked-by, labels for kind and effort. A target is
 * `owner/name`; ids are database ids.
 */
export const githubTracker: Adapter = (services) => {
  const github = createClient(services);
  const { writesAtOnce, content } = limitsOf(services.baseUrl);
  const linking = createLinking(github, !isGitHubItself(services.baseUrl));
  const homes = new Map<string, Home>();
  const homeOf = (target: string) => homes.get(target) ?? { target, repository: repositoryOf(target) };
  const once = eachSentenceOnce();

  return {
    batchSizes: { create: 1, update: writesAtOnce, place: 10, link: 10, read: 10 },
    quota: content.quota,
    account: () => readAccount(github),
    targets: (after, limit) => listRepositories(github, after, limit, services.installation),
    async check(target) {
      const { current: repository, ...checked } = await checkRepository(github, target);
      homes.set(target, { target, repository });
      return checked;
    },
    create: async (target, items) => (await createIssues(github, homeOf(target), items)).map(once),
    update: async (target, changes) =>
      (await updateIssues(github, homeOf(target), changes, writesAtOnce)).map(once),
    read: (target, externals) => readIssues(github, homeOf(target), externals),
    find: (target, sought, since) => findIssues(github, homeOf(target), sought, since),
    place: (target, placements) => placeIssues(linking, homeOf(target), placements),
    link: (target, dependencies) => linkDependencies(linking, homeOf(target), dependencies, writesAtOnce),
    unlink: (target, dependencies) => unlinkDependencies(linking, homeOf(target), dependencies, writesAtOnce),
    findPeople: (target, emails) => findPeople(github, homeOf(target), emails),
    labelTerms: async (_target, names) => labelTerms(names),
    // No priorities or due dates are sent.
    termOf: () => ({ value: "" }),
    matches,
    isHalfWritten,
    changed: (target, since, after) => changedIssues(github, homeOf(target), since, after),
  };
};

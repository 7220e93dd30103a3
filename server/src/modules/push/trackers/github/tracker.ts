import { outcomes, pooled } from "../concurrent.ts";
import type { Adapter, Outcome } from "../tracker.ts";
import { createClient } from "./client.ts";
import { createIssue, readIssue, updateIssue } from "./issues.ts";
import { lackingLabels } from "./labels.ts";
import { isGitHubItself, limitsOf } from "./limits.ts";
import { createLinks } from "./links.ts";
import { changedIssues, findIssues } from "./listing.ts";
import type { Locate } from "./places.ts";
import { fieldsOf, text } from "./read.ts";
import {
  addressOf,
  checkRepository,
  type Home,
  listRepositories,
  placeOf,
  seeRepository,
} from "./repositories.ts";
import { isHalfWritten, says } from "./seen.ts";

const readsAtOnce = 4;

/**
 * GitHub Issues: an issue per plan and spec, sub-issues, blocked-by, and a label for what it is or takes. A target
 * is `owner/name`; ids are issues' database ids. Limits are GitHub's documented ones.
 */
export const githubTracker: Adapter = (services) => {
  const github = createClient(services);
  const { writesAtOnce, content } = limitsOf(services.baseUrl);
  const links = createLinks(github, !isGitHubItself(services.baseUrl));
  const homes = new Map<string, Home>();
  const homeOf = (target: string) => homes.get(target) ?? { target, place: placeOf(target) };
  const locateIn = (target: string): Locate => {
    const home = homeOf(target);
    return (external) => addressOf(home, external);
  };
  const once = toldOnce();
  /** Once GitHub asked to slow down or no longer takes the key, it is left alone. */
  const each = <T>(list: readonly T[], write: (one: T) => Promise<Outcome>, most = writesAtOnce) =>
    outcomes(list, most, ["limited", "credential"], write);

  return {
    atOnce: { create: 1, update: writesAtOnce, place: 10, need: 10, read: 10 },
    quota: content.quota,
    account: async () => ({
      name: text(fieldsOf((await github("GET /user")).data), "login"),
      workspace: null,
    }),
    targets: (after, limit) => listRepositories(github, after, limit),
    async check(target) {
      const { place, ...checked } = await checkRepository(github, target);
      homes.set(target, { target, place });
      return checked;
    },
    async create(target, items) {
      const made = await pooled(items, 1, (item) => createIssue(github, homeOf(target), item));
      return made.map(once);
    },
    async update(target, changes) {
      const home = homeOf(target);
      const updated = await each(changes, (change) => updateIssue(github, home, change));
      return updated.map(once);
    },
    async read(target, externals) {
      const home = homeOf(target);
      const seen = await pooled(externals, readsAtOnce, ({ external }) => readIssue(github, home, external));
      if (seen.includes(null)) await seeRepository(github, target, home.place);
      return seen;
    },
    find: (target, sought, since) => findIssues(github, homeOf(target), sought, since),
    // One after another: GitHub lists sub-issues as they come, and beyond its limit the last is refused.
    place: (target, placements) =>
      each(placements, async (one) => done(await links.place(locateIn(target), one)), 1),
    linkNeeds: (target, needs) => each(needs, (one) => links.need(locateIn(target), one).then(() => done())),
    unlinkNeeds: (target, needs) =>
      each(needs, (one) => links.endNeed(locateIn(target), one).then(() => done())),
    says,
    isHalfWritten,
    changed: (target, since, after) => changedIssues(github, homeOf(target), since, after),
  };
};

const done = (left: string | null = null): Outcome => ({
  ...{ done: true, seen: null, caveats: [] },
  ...(left === null ? {} : { left }),
});

/** What is true of the account and not of an issue is said once. */
function toldOnce() {
  let isTold = false;
  return <T extends Outcome>(outcome: T): T => {
    if (!outcome.done || !outcome.caveats.includes(lackingLabels)) return outcome;
    const caveats = isTold ? outcome.caveats.filter((caveat) => caveat !== lackingLabels) : outcome.caveats;
    isTold = true;
    return { ...outcome, caveats };
  };
}

import type { Adapter } from "../tracker.ts";
import { readAccount } from "./account.ts";
import { findChanges } from "./changed.ts";
import { findTeam } from "./check.ts";
import { createClient } from "./client.ts";
import { create } from "./create.ts";
import { findPeople, termOf } from "./details.ts";
import { find } from "./find.ts";
import type { Team } from "./items/team.ts";
import { type KnownLabels, knownLabels } from "./labels.ts";
import { linkDependencies, unlinkDependencies } from "./link.ts";
import { matches } from "./matches.ts";
import { sendPicture } from "./pictures.ts";
import { place } from "./place.ts";
import { read } from "./read.ts";
import { listTeams, readKeys } from "./targets.ts";
import { update } from "./update.ts";

/**
 * Linear: a project per plan, an issue per spec, `blocks` relations. A target is a team key. Items are
 * created and found again under our own ids.
 */
export const linearTracker: Adapter = (services) => {
  const linear = createClient(services);
  const teams = new Map<string, Team>();
  const labels = new Map<string, KnownLabels>();

  async function check(target: string) {
    const { team, now } = await findTeam(linear, target);
    teams.set(target, team);
    return { team, now };
  }
  const teamOf = async (target: string) => teams.get(target) ?? (await check(target)).team;

  function labelsOf(team: Team): KnownLabels {
    const known = labels.get(team.id) ?? knownLabels(linear, team);
    labels.set(team.id, known);
    return known;
  }

  return {
    batchSizes: { create: 50, update: 25, place: 25, link: 25, read: 50 },
    pictures: {
      of: "account",
      areShown: true,
      send: (picture) => sendPicture(linear, services.fetch, picture),
    },
    account: () => readAccount(linear),
    targets: (after, limit) => listTeams(linear, after, limit),
    keys: () => readKeys(linear),
    async check(target) {
      const { now } = await check(target);
      return { isPublic: false, now, caveats: [] };
    },
    create: async (target, items) => create(linear, await teamOf(target), items),
    async update(target, changes) {
      const team = await teamOf(target);
      return update(linear, team, labelsOf(team), changes);
    },
    read: (target, externals) => read(linear, target, externals),
    find: (_target, sought) => find(linear, sought),
    place: (_target, placements) => place(linear, placements),
    link: (_target, dependencies) => linkDependencies(linear, dependencies),
    unlink: (_target, dependencies) => unlinkDependencies(linear, dependencies),
    findPeople: (_target, emails) => findPeople(linear, emails),
    async labelTerms(target, names) {
      const labels = labelsOf(await teamOf(target));
      await labels.find(names);
      return new Map(
        names.flatMap((name) => [[name, labels.idOf(name) ?? ""] as const].filter(([, id]) => id)),
      );
    },
    termOf: (_remote, item, detail) => termOf(item, detail),
    matches: (remote, item, field) => matches([...teams.values()], remote, item, field),
    changed: async (target, since, after) => findChanges(linear, (await teamOf(target)).id, since, after),
  };
};

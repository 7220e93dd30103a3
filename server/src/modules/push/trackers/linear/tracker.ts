import type { Adapter, Field, Item, Outcome, Seen, TrackerError } from "../tracker.ts";
import { ask, createClient } from "./client.ts";
import { create } from "./create.ts";
import { viewer } from "./documents.ts";
import { estimateOf, type Team } from "./estimate.ts";
import { linkNeeds, unlinkNeeds } from "./links.ts";
import { findChanges, lookAt } from "./look.ts";
import { place } from "./place.ts";
import { fieldsOf, text } from "./read.ts";
import { sameLine, sameMarkdown } from "./same.ts";
import { findTeam, listTeams, mustSeeTeam } from "./teams.ts";
import { renderWords } from "./text.ts";
import { renderTitle } from "./title.ts";
import { update } from "./write.ts";

/**
 * Linear: a project per plan, an issue per spec, `blocks` relations. A target is the key of a team. Things are
 * made under ids of ours, by which they are found again; a project lies under no other, so that its text says what
 * it is a part of.
 */
export const linearTracker: Adapter = (services) => {
  const linear = createClient(services);
  const teams = new Map<string, Team>();

  async function check(target: string) {
    const { team, now } = await findTeam(linear, target);
    teams.set(target, team);
    return { team, now };
  }
  const teamOf = async (target: string) => teams.get(target) ?? (await check(target)).team;

  return {
    atOnce: { create: 50, update: 25, place: 25, need: 25, read: 50 },
    async account() {
      const { data } = await ask(linear, viewer);
      const user = fieldsOf(data.viewer);
      const organization = fieldsOf(user.organization);
      const name = `${text(user, "name")} (${text(organization, "name")})`;
      return { name, workspace: text(organization, "id") };
    },
    targets: (after, limit) => listTeams(linear, after, limit),
    async check(target) {
      const { now } = await check(target);
      return { isPublic: false, now, caveats: [] };
    },
    create: async (target, items) => unlessAll(await create(linear, await teamOf(target), items)),
    update: async (target, changes) => unlessAll(await update(linear, await teamOf(target), changes)),
    async read(target, externals) {
      const wanted = externals.map(({ sort, external }) => ({ sort, id: external.id }));
      const found = await lookAt(linear, wanted);
      if (wanted.some(({ id }) => !found.has(id))) await mustSeeTeam(linear, target);
      return wanted.map(({ id }) => {
        const sighting = found.get(id);
        return sighting && !sighting.isTrashed ? sighting.seen : null;
      });
    },
    // Also what lies in the bin: its id is used, so that it can't be made again.
    async find(_target, sought) {
      const wanted = sought.map(({ sort, identity }) => ({ sort, id: identity.clientId }));
      const found = await lookAt(linear, wanted);
      return wanted.map(({ id }) => found.get(id)?.seen ?? []).map((seen) => [seen].flat());
    },
    place: async (_target, placements) => unlessAll(await place(linear, placements)),
    linkNeeds: async (_target, needs) => unlessAll(await linkNeeds(linear, needs)),
    unlinkNeeds: async (_target, needs) => unlessAll(await unlinkNeeds(linear, needs)),
    says: (seen, item, field) => says([...teams.values()], seen, item, field),
    changed: async (target, since, after) => findChanges(linear, (await teamOf(target)).id, since, after),
  };
};

/** Where everything failed for a reason that is not one thing's own, the call failed as a whole. */
function unlessAll<T extends Outcome | { done: true } | { done: false; error: TrackerError }>(
  outcomes: T[],
): T[] {
  const errors = outcomes.flatMap((outcome) => (outcome.done ? [] : outcome.error));
  const [first] = errors;
  const isWhole = errors.length === outcomes.length && errors.every(({ code }) => code === first?.code);
  if (first && isWhole && first.code !== "invalid" && first.code !== "missing") throw first;
  return outcomes;
}

function says(teams: readonly Team[], { external, fields }: Seen, item: Item, field: Field): boolean {
  if (field === "title") return sameLine(fields.title, renderTitle(item));
  if (field === "text") return sameMarkdown(fields.text, renderWords(item).text);
  if (item.sort === "container") return true;
  // The key begins with the team's, which may be another since it was moved.
  const team = teams.find(({ key }) => external.key.startsWith(`${key}-`)) ?? teams[0];
  const estimate = team === undefined ? undefined : estimateOf(team, item);
  return estimate === undefined || fields.effort === String(estimate ?? "");
}

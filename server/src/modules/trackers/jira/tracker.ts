import type { Adapter } from "../tracker.ts";
import { readAccount } from "./account.ts";
import { changedIssues } from "./changed.ts";
import { checkProject } from "./check.ts";
import { createClient } from "./client.ts";
import { createIssues } from "./create.ts";
import { findPeople, labelTerm, termOf } from "./details.ts";
import { findIssues } from "./find.ts";
import { linkDependencies, unlinkDependencies } from "./link.ts";
import { layoutIn, matches } from "./matches.ts";
import { sendPicture } from "./pictures.ts";
import { placeIssues } from "./place.ts";
import { otherFields } from "./project/other-fields.ts";
import type { Layout } from "./project/schema.ts";
import { readIssues } from "./read.ts";
import { listProjects, readKeys } from "./targets.ts";
import { updateIssues } from "./update.ts";

/** Jira Cloud: an epic per plan, tasks and sub-tasks for specs, "blocks" links. A target is a project key. */
export const jiraTracker: Adapter = (services) => {
  const jira = createClient(services);
  const layouts = new Map<string, Layout>();
  const layoutOf = async (target: string) => layouts.get(target) ?? (await check(target)).layout;

  async function check(target: string) {
    const checked = await checkProject(jira, target);
    layouts.set(target, checked.layout);
    return checked;
  }

  return {
    batchSizes: { create: 50, update: 8, place: 50, link: 50, read: 100 },
    pictures: {
      of: "issue",
      areShown: false,
      send: (picture, issue, mayExist) => sendPicture(jira, picture, issue, mayExist),
    },
    account: () => readAccount(jira),
    targets: (after, limit) => listProjects(jira, after, limit),
    keys: () => readKeys(jira),
    async check(target) {
      const { isPublic, now, caveats } = await check(target);
      return { isPublic, now, caveats };
    },
    create: async (target, items, values) => createIssues(jira, await layoutOf(target), items, values),
    createFields: async (target) => otherFields(await layoutOf(target)),
    update: async (target, changes) => updateIssues(jira, await layoutOf(target), changes),
    read: async (target, externals) => readIssues(jira, await layoutOf(target), externals),
    find: async (target, sought, since) => findIssues(jira, await layoutOf(target), sought, since),
    place: async (target, placements) => placeIssues(jira, await layoutOf(target), placements),
    link: async (target, dependencies) => linkDependencies(jira, await layoutOf(target), dependencies),
    unlink: async (target, dependencies) => unlinkDependencies(jira, await layoutOf(target), dependencies),
    findPeople: async (target, emails) => findPeople(jira, await layoutOf(target), emails),
    labelTerms: async (_target, names) => new Map(names.map((name) => [name, labelTerm(name)])),
    termOf: (remote, item, detail) => termOf(layoutIn([...layouts.values()], remote), item, detail),
    matches: (remote, item, field) => matches([...layouts.values()], remote, item, field),
    // A status takes a second call; an issue that can't be cancelled is done.
    isHalfWritten: ({ status }, item, part) =>
      part === "status" && item.status === "CANCELLED" && status === "DONE",
    changed: async (target, since, after) => changedIssues(jira, await layoutOf(target), since, after),
  };
};

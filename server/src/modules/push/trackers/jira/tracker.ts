import type { Adapter, External, Seen, Sort } from "../tracker.ts";
import { changedIssues } from "./changed.ts";
import { createClient, type Jira } from "./client.ts";
import { createIssues } from "./create.ts";
import { fetchIssues } from "./fetch.ts";
import { findIssues } from "./find.ts";
import { checkProject, type Layout } from "./layout.ts";
import { linkNeeds, unlinkNeeds } from "./links.ts";
import { placeIssues } from "./place.ts";
import { needsProject } from "./project.ts";
import { fieldsOf, text, textOrNull } from "./read.ts";
import { render } from "./render.ts";
import { seenFields, seenOf } from "./seen.ts";
import { listProjects } from "./targets.ts";
import { updateIssues } from "./update.ts";

/** Jira Cloud: an epic for each plan, tasks and sub-tasks for specs, "blocks" links. A target is a project's key. */
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
    atOnce: { create: 50, update: 8, place: 50, need: 50, read: 100 },
    async account() {
      const me = fieldsOf((await jira.call("GET /myself")).data);
      return { name: textOrNull(me, "displayName") ?? text(me, "accountId"), workspace: null };
    },
    targets: (after, limit) => listProjects(jira, after, limit),
    async check(target) {
      const { isPublic, now, caveats } = await check(target);
      return { isPublic, now, caveats };
    },
    create: async (target, items) => createIssues(jira, await layoutOf(target), items),
    update: async (target, changes) => updateIssues(jira, await layoutOf(target), changes),
    read: async (target, externals) => readIssues(jira, await layoutOf(target), externals),
    find: async (target, sought, since) => findIssues(jira, await layoutOf(target), sought, since),
    place: async (target, placements) => placeIssues(jira, await layoutOf(target), placements),
    linkNeeds: async (target, needs) => linkNeeds(jira, await layoutOf(target), needs),
    unlinkNeeds: async (target, needs) => unlinkNeeds(jira, await layoutOf(target), needs),
    says(seen, item, field) {
      const project = seen.external.key.slice(0, seen.external.key.lastIndexOf("-"));
      const known = [...layouts.values()];
      const layout = known.find((one) => one.project.key === project) ?? known[0];
      if (!layout) throw new Error("says() before check()");
      return render(layout, item, [field]).fields[field] === seen.fields[field];
    },
    changed: async (target, since, after) => changedIssues(jira, await layoutOf(target), since, after),
  };
};

/** What is missing is deleted or hidden; where the whole project is hidden, nothing can be said of it. */
async function readIssues(
  jira: Jira,
  layout: Layout,
  externals: readonly { sort: Sort; external: External }[],
): Promise<(Seen | null)[]> {
  const ids = externals.map(({ external }) => external.id);
  const found = await fetchIssues(jira, ids, seenFields(layout));
  if (ids.some((id) => !found.has(id))) await needsProject(jira, layout.project);
  return ids.map((id) => {
    const issue = found.get(id);
    return issue ? seenOf(jira, layout, issue) : null;
  });
}

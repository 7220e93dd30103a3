import type { TargetState } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { readScreen, type Screen } from "./project/create-fields.ts";
import { type IssueType, readTypes } from "./project/issue-types.ts";
import { readLinkTypes } from "./project/link-types.ts";
import { readProject } from "./project/project.ts";
import { type IssueKind, kindsOf, type Layout } from "./project/schema.ts";

/** Returns the project's limitations as caveats. Throws if it can't be pushed to. */
export async function checkProject(jira: Jira, target: string): Promise<TargetState & { layout: Layout }> {
  const { project, mayLink, now } = await readProject(jira, target);
  const [types, links, isPublic] = await Promise.all([
    readTypes(jira, project),
    readLinkTypes(jira),
    jira.isShownToAll(`/project/${encodeURIComponent(project.id)}`),
  ]);
  const screens = new Map<string, Promise<Screen>>();
  const kindOf = async (type: IssueType): Promise<IssueKind> => {
    const screen = screens.get(type.id) ?? readScreen(jira, project.id, type.id);
    screens.set(type.id, screen);
    return { ...type, screen: await screen };
  };
  const [container, task, subTask] = await Promise.all([
    kindOf(types.epic ?? types.task),
    kindOf(types.task),
    types.subTask && kindOf(types.subTask),
  ]);
  const layout = { project, container, task, subTask, links };
  for (const kind of kindsOf(layout)) {
    for (const [fieldId, name] of kind.screen.names) jira.fieldNames.set(fieldId, name);
  }
  return { isPublic, now, caveats: caveatsOf(layout, mayLink), layout };
}

function caveatsOf(layout: Layout, mayLink: boolean): string[] {
  const { project, container, task, subTask, links } = layout;
  const caveats: string[] = [];
  const say = (applies: boolean, caveat: string) => applies && caveats.push(caveat);
  say(container.id === task.id, `Hierarchy flattened: ${project.key} has no epics, so plans become tasks.`);
  say(
    container.id !== task.id && !task.screen.parent,
    `Hierarchy flattened: tasks of ${project.key} have no parent on their screen.`,
  );
  say(!subTask, `Hierarchy flattened: ${project.key} has no sub-tasks, so specs under specs become tasks.`);
  say(!links.blocks, `Link type missing: ${links.sentence}`);
  say(!mayLink, `The connected account may not link issues in ${project.key}.`);
  say(!task.screen.effort, `${project.key} has no story points; efforts stay here.`);
  for (const { name, screen } of kindsOf(layout)) {
    say(!screen.description, `${name} has no description in ${project.key}; texts stay here.`);
  }
  return caveats;
}

import type { ExternalRef, Field, Item, ItemPart, Parent } from "../../tracker.ts";
import { renderText } from "../text/text.ts";
import { renderSummary, renderTitle, titleCaveats } from "../text/title.ts";
import { estimateCaveats, estimateOf } from "./estimate.ts";
import { stateFor, type Team } from "./team.ts";

interface Input {
  input: Record<string, unknown>;
  caveats: string[];
}

export function underOf(parent: Parent | null) {
  return { projectId: parent?.container?.id ?? null, parentId: parent?.items.at(-1)?.id ?? null };
}

export function newIssue(team: Team, item: Item): Input & { id: string } {
  const { input, caveats } = changedIssue(team, item, ["title", "text", ...onlySet(item)]);
  const under = Object.entries(underOf(item.parent)).filter(([, id]) => id !== null);
  const id = item.identity.clientId;
  return { id, input: { id, teamId: team.id, ...input, ...Object.fromEntries(under) }, caveats };
}

const onlySet = ({ effort }: Item): Field[] => (effort === null ? [] : ["effort"]);

export function newProject(team: Team, item: Item): Input {
  const { input, caveats } = changedProject(item, ["title", "text"]);
  const own = { id: item.identity.clientId, teamIds: [team.id], description: renderSummary(item) };
  return { input: { ...own, ...input }, caveats };
}

export function changedProject(item: Item, write: readonly ItemPart[]): Input {
  const rendered = write.includes("text") ? renderText(item) : null;
  const input = {
    ...(write.includes("title") && { name: renderTitle(item) }),
    ...(rendered && { content: rendered.text }),
  };
  return { input, caveats: titleCutCaveats(item, write, rendered) };
}

export function changedIssue(team: Team, item: Item, write: readonly ItemPart[]): Input {
  const rendered = write.includes("text") ? renderText(item) : null;
  const estimate = write.includes("effort") ? estimateOf(team, item) : undefined;
  const input = {
    ...(write.includes("title") && { title: renderTitle(item) }),
    ...(rendered && { description: rendered.text }),
    ...(estimate !== undefined && { estimate }),
  };
  const leftOut = write.includes("effort") ? estimateCaveats(team, item) : [];
  return { input, caveats: [...titleCutCaveats(item, write, rendered), ...leftOut] };
}

/** Adds a cut title's caveat if the text, which repeats it, isn't written. */
const titleCutCaveats = (item: Item, write: readonly ItemPart[], text: { caveats: string[] } | null) =>
  text?.caveats ?? (write.includes("title") ? titleCaveats(item) : []);

/** Returns null with a caveat if the team has no such state. */
export function changedState(
  team: Team,
  { status }: Pick<Item, "status">,
  { key }: Pick<ExternalRef, "key">,
): Input | { input: null; caveats: string[] } {
  const left = (why: string) => ({ input: null, caveats: [`The status of ${key} was left: ${why}.`] });
  if (!key.startsWith(`${team.key}-`)) return left(`it is not in the Linear team ${team.key}`);
  const stateId = status === null ? undefined : stateFor(team, status);
  if (stateId === undefined) return left(`the Linear team ${team.key} has no state for it`);
  return { input: { stateId }, caveats: [] };
}

import { type External, type Need, type Outcome, TrackerError } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { done, each, refused } from "./each.ts";
import { fetchIssues } from "./fetch.ts";
import type { Layout } from "./layout.ts";
import type { LinkType } from "./link-types.ts";
import { needsProject } from "./project.ts";
import { type Fields, listOf, partOf, text } from "./read.ts";

/*
 * Jira reads a link from its inward issue to its outward one: "inward blocks outward". An issue's own list names
 * the other end only: what blocks it is there as the inward issue.
 */

export const linkNeeds = (jira: Jira, layout: Layout, needs: readonly Need[]): Promise<Outcome[]> =>
  each(needs, async ({ issue, needed }) => {
    const type = blocksOf(layout);
    const [from, to] = type.reversed ? [issue, needed] : [needed, issue];
    await link(jira, type, from, to);
    return done();
  });

export async function unlinkNeeds(jira: Jira, layout: Layout, needs: readonly Need[]): Promise<Outcome[]> {
  const lists = await fetchIssues(
    jira,
    needs.map(({ issue }) => issue.id),
    ["issuelinks"],
  );
  if (needs.some(({ issue }) => !lists.has(issue.id))) await needsProject(jira, layout.project);
  return each(needs, async ({ issue, needed }) => {
    const type = blocksOf(layout);
    const end = type.reversed ? "outwardIssue" : "inwardIssue";
    await unlink(jira, lists.get(issue.id), issue, (entry) => isTo(entry, type, needed, [end]));
    return done();
  });
}

function blocksOf({ links }: Layout): LinkType {
  if (links.blocks) return links.blocks;
  throw refused(`Link type missing: ${links.sentence}`);
}

/** Takes back that one is shown beside others. */
export async function unrelate(
  jira: Jira,
  type: LinkType,
  child: External,
  others: readonly External[],
): Promise<void> {
  if (others.length === 0) return;
  const lists = await fetchIssues(jira, [child.id], ["issuelinks"]);
  const both = ["inwardIssue", "outwardIssue"];
  await unlink(jira, lists.get(child.id), child, (entry) =>
    others.some((other) => isTo(entry, type, other, both)),
  );
}

/** Jira answers a link that is there already as if it were new. */
export async function link(jira: Jira, type: LinkType, from: External, to: External): Promise<void> {
  const body = { type: { id: type.id }, inwardIssue: { id: from.id }, outwardIssue: { id: to.id } };
  try {
    await jira.call("POST /issueLink", { body, issues: [from.id, to.id] });
  } catch (error) {
    if (!(error instanceof TrackerError) || error.code !== "missing") throw error;
    const message = "Jira does not show both issues to the connected account, or not let it link them.";
    throw new TrackerError("refused", "missing", message);
  }
}

/** A link that is gone when it shall be removed, or whose issue is, needs no removal. */
async function unlink(
  jira: Jira,
  issue: Fields | undefined,
  external: External,
  isMeant: (entry: Fields) => boolean,
): Promise<void> {
  for (const entry of linksOf(issue).filter(isMeant)) {
    const linkId = text(entry, "id");
    try {
      await jira.call("DELETE /issueLink/{id}", { in: { id: linkId }, issues: [external.id] });
    } catch (error) {
      if (!(error instanceof TrackerError) || error.code !== "missing") throw error;
      const again = (await fetchIssues(jira, [external.id], ["issuelinks"])).get(external.id);
      if (linksOf(again).some(({ id }) => id === linkId)) throw error;
    }
  }
}

const linksOf = (issue: Fields | undefined): Fields[] =>
  issue ? listOf(partOf(issue, "fields").issuelinks ?? []) : [];

const isTo = (entry: Fields, type: LinkType, other: External, ends: readonly string[]) =>
  partOf(entry, "type").id === type.id && ends.some((end) => String(partOf(entry, end).id) === other.id);

import { type ExternalRef, TrackerError } from "../../tracker.ts";
import { type Fields, listOf, partOf, text } from "../answer.ts";
import type { Jira } from "../client.ts";
import type { LinkType } from "../project/link-types.ts";
import { fetchIssues } from "./bulk-fetch.ts";

/*
 * Jira reads a link from inward to outward issue: "inward blocks outward". An issue lists only the other end;
 * its blocker appears as the inward issue.
 */

/** Removes links that substitute for a parent. */
export async function unrelate(
  jira: Jira,
  type: LinkType,
  child: ExternalRef,
  others: readonly ExternalRef[],
): Promise<void> {
  if (others.length === 0) return;
  const lists = await fetchIssues(jira, [child.id], ["issuelinks"]);
  const both = ["inwardIssue", "outwardIssue"];
  await unlink(jira, lists.get(child.id), child, (entry) =>
    others.some((other) => isTo(entry, type, other, both)),
  );
}

/** Adds a link; Jira answers an existing one like a new one. */
export async function link(jira: Jira, type: LinkType, from: ExternalRef, to: ExternalRef): Promise<void> {
  const body = { type: { id: type.id }, inwardIssue: { id: from.id }, outwardIssue: { id: to.id } };
  try {
    await jira.call("POST /issueLink", { body, issues: [from.id, to.id] });
  } catch (error) {
    if (!(error instanceof TrackerError) || error.code !== "missing") throw error;
    const message = "Jira does not show both issues to the connected account, or not let it link them.";
    throw new TrackerError("refused", "missing", message);
  }
}

/** Ignores a missing link or issue. */
export async function unlink(
  jira: Jira,
  issue: Fields | undefined,
  external: ExternalRef,
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

export const isTo = (entry: Fields, type: LinkType, other: ExternalRef, ends: readonly string[]) =>
  partOf(entry, "type").id === type.id && ends.some((end) => String(partOf(entry, end).id) === other.id);

import type { Event, Issue, JiraAccount, JiraSite } from "./site.ts";

/** Saves an issue in the store, the search index and webhooks. */
export function put(site: JiraSite, issue: Issue): Issue {
  site.issues.set(issue.id, issue);
  site.keys.set(issue.key.toUpperCase(), issue.id);
  note(site, issue.id, issue);
  return issue;
}

/** Applies changes; `updated` strictly increases. */
export function change(
  site: JiraSite,
  actor: JiraAccount,
  issue: Issue,
  changes: Partial<Issue>,
  changed: string[],
): Issue {
  const next = put(site, { ...issue, ...changes, updated: Math.max(Date.now(), issue.updated + 1) });
  site.emit({ kind: "updated", actor, issue: next, changed });
  return next;
}

/** Deletes it permanently, with links and sub-tasks. */
export function remove(site: JiraSite, actor: JiraAccount, issue: Issue): void {
  for (const child of [...site.issues.values()].filter((one) => one.parent === issue.id)) {
    if (child.type.level < 0) remove(site, actor, child);
    else change(site, actor, child, { parent: undefined }, ["parent"]);
  }
  for (const link of linksOf(site, issue.id)) site.links.delete(link.id);
  site.issues.delete(issue.id);
  for (const [key, id] of site.keys) if (id === issue.id) site.keys.delete(key);
  note(site, issue.id, null);
  site.emit({ kind: "deleted", actor, issue });
}

export const linksOf = (site: JiraSite, id: string) =>
  [...site.links.values()].filter((link) => link.from === id || link.to === id);

/** Reports a link's change, and advances `updated` at both ends. */
export function linkChanged(site: JiraSite, event: Event): void {
  for (const id of [event.link?.from, event.link?.to]) {
    const issue = site.issues.get(id ?? "");
    if (issue !== undefined) change(site, event.actor, issue, {}, ["Link"]);
  }
  site.emit(event);
}

function note(site: JiraSite, id: string, issue: Issue | null): void {
  const entries = site.index.get(id) ?? [];
  entries.push({ at: Date.now() + site.limits.indexDelayMs, issue });
  site.index.set(id, entries);
}

/** Returns an issue as currently indexed, dropping older states. */
export function indexed(site: JiraSite, id: string): Issue | undefined {
  const entries = site.index.get(id) ?? [];
  const known = entries.findLastIndex((entry) => entry.at <= Date.now());
  if (known > 0) entries.splice(0, known);
  return known < 0 ? undefined : (entries[0]?.issue ?? undefined);
}

/** Indexes all pending writes. */
export function catchUp(site: JiraSite): void {
  for (const entries of site.index.values()) for (const entry of entries) entry.at = 0;
}

import type { ExternalRef, ItemKind, RemoteItem } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { fetchIssues } from "./items/bulk-fetch.ts";
import { remoteFields, remoteItemOf } from "./items/remote-item.ts";
import { requireProject } from "./project/project.ts";
import type { Layout } from "./project/schema.ts";

/** Returns null for deleted or hidden issues. Throws if the whole project is hidden. */
export async function readIssues(
  jira: Jira,
  layout: Layout,
  externals: readonly { kind: ItemKind; external: ExternalRef }[],
): Promise<(RemoteItem | null)[]> {
  const ids = externals.map(({ external }) => external.id);
  const found = await fetchIssues(jira, ids, remoteFields(layout));
  if (ids.some((id) => !found.has(id))) await requireProject(jira, layout.project);
  return ids.map((id) => {
    const issue = found.get(id);
    return issue ? remoteItemOf(jira, layout, issue) : null;
  });
}

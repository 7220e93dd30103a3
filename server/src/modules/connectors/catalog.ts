import type { Provider } from "@groundplan/contract";
import { invalid, notFound } from "../../errors.ts";

/** A tracker that a workspace can connect. */
export interface CatalogEntry {
  id: string;
  provider: Provider;
  label: string;
  vendor: string;
  description: string;
  /** The field of a target that names a place in this tracker. */
  targetField: "teamKey" | "projectKey" | "repository";
  /** Each customer has a site of their own, which is named with the key's account; how its host ends. */
  namesSite: string | null;
}

/** `tracker_a` = Linear, `tracker_b` = Jira Cloud, `tracker_c` = GitHub Issues (decisions section 3, trackers). */
export const catalog: readonly CatalogEntry[] = [
  {
    id: "linear",
    provider: "tracker_a",
    label: "Linear",
    vendor: "Linear",
    description: "Plans become projects, specs issues and sub-issues, dependencies blocking relations.",
    targetField: "teamKey",
    namesSite: null,
  },
  {
    id: "jira",
    provider: "tracker_b",
    label: "Jira Cloud",
    vendor: "Atlassian",
    description: "Plans become epics, specs tasks and sub-tasks, dependencies blocking links.",
    targetField: "projectKey",
    namesSite: ".atlassian.net",
  },
  {
    id: "github",
    provider: "tracker_c",
    label: "GitHub Issues",
    vendor: "GitHub",
    description: "Plans and specs become issues and sub-issues, dependencies blocked-by relations.",
    targetField: "repository",
    namesSite: null,
  },
];

export const connectorProviders: ReadonlyMap<string, Provider> = new Map(
  catalog.map((entry) => [entry.id, entry.provider]),
);

/** A connector that is not in the catalog does not exist. */
export function catalogEntry(connectorId: string): CatalogEntry {
  const entry = catalog.find(({ id }) => id === connectorId);
  if (!entry) throw notFound("connector");
  return entry;
}

export function entryOf(provider: string): CatalogEntry {
  const entry = catalog.find((candidate) => candidate.provider === provider);
  if (!entry) throw new Error(`no connector for ${provider}`);
  return entry;
}

export type Target = { teamKey: string } | { projectKey: string } | { repository: string };

/**
 * A target as one text, under which the ledger remembers what was pushed. GitHub tells no case in the names of
 * repositories, and keys of teams and projects are upper case. A target of another tracker's kind is 400.
 */
export function targetName({ targetField, label }: CatalogEntry, target: Target): string {
  const name = (target as Record<string, string | undefined>)[targetField];
  if (name === undefined) throw invalid("/target", `must be {"${targetField}"} for ${label}`);
  return targetField === "repository" ? name.toLowerCase() : name.toUpperCase();
}

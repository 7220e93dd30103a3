/** A document is of a row with an id of its own, or of a text that a company or project has. */
export type DocumentRef =
  | { kind: "item"; id: string }
  | { kind: "instructions"; projectId: string | null }
  | { kind: "skill"; projectId: string | null; slug: string }
  | { kind: "format"; projectId: string | null; formatKind: string };

/** The tier of a text: the company's has the workspace's id, a project's the project's. */
export const tierIdOf = (workspaceId: string, projectId: string | null): string => projectId ?? workspaceId;

/** Returns the id of the document of instructions. */
export const instructionsDocument = (tierId: string): string => `instructions.${tierId}`;

/** Returns the id of the document of a skill, whether the tier has it or inherits it. */
export const skillDocument = (tierId: string, slug: string): string => `skill.${tierId}.${slug}`;

/** Returns the id of the document of a format, whether the tier has it or inherits it. */
export const formatDocument = (tierId: string, formatKind: string): string =>
  `format.${tierId}.${formatKind}`;

/** The tier of the company in ids of earlier versions, which were the same in every workspace. */
const anyCompany = "company";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns true for a text that has the form of an id. */
const isId = (text: string): boolean => uuid.test(text);

/**
 * Reads the id of a document of a workspace; null for one that can't be one. A plan's, spec's or source's document has
 * its own id.
 */
export function readDocumentId(id: string, workspaceId: string): DocumentRef | null {
  if (isId(id)) return { kind: "item", id };
  const [kind = "", tier = "", name, ...more] = id.split(".");
  if (more.length > 0 || (tier !== anyCompany && !isId(tier))) return null;
  const projectId = tier === anyCompany || tier === workspaceId ? null : tier;
  if (kind === "instructions") return name === undefined ? { kind, projectId } : null;
  if (name === undefined || name === "") return null;
  if (kind === "skill") return { kind, projectId, slug: name };
  if (kind === "format") return { kind, projectId, formatKind: name };
  return null;
}

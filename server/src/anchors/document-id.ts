/** A document: a row with its own id, or a text of the company or a project. */
export type DocumentRef =
  | { kind: "item"; id: string }
  | { kind: "instructions"; projectId: string | null }
  | { kind: "skill"; projectId: string | null; slug: string }
  | { kind: "format"; projectId: string | null; formatKind: string };

/** The id of a level: the workspace's for the company, otherwise the project's. */
export const levelIdOf = (workspaceId: string, projectId: string | null): string => projectId ?? workspaceId;

export const instructionsDocument = (levelId: string): string => `instructions.${levelId}`;

/** The same whether the level owns or inherits the skill. */
export const skillDocument = (levelId: string, slug: string): string => `skill.${levelId}.${slug}`;

/** The same whether the level owns or inherits the format. */
export const formatDocument = (levelId: string, formatKind: string): string =>
  `format.${levelId}.${formatKind}`;

/** The company's level in ids of earlier versions, which were equal in every workspace. */
const anyCompany = "company";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isId = (text: string): boolean => uuid.test(text);

/** Parses a document id of a workspace; null if malformed. Plans, specs and sources use their own id. */
export function readDocumentId(id: string, workspaceId: string): DocumentRef | null {
  if (isId(id)) return { kind: "item", id };
  const [kind = "", level = "", name, ...more] = id.split(".");
  if (more.length > 0 || (level !== anyCompany && !isId(level))) return null;
  const projectId = level === anyCompany || level === workspaceId ? null : level;
  if (kind === "instructions") return name === undefined ? { kind, projectId } : null;
  if (name === undefined || name === "") return null;
  if (kind === "skill") return { kind, projectId, slug: name };
  if (kind === "format") return { kind, projectId, formatKind: name };
  return null;
}

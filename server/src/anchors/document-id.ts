/** A document is of a row with an id of its own, or of a text that a company or project has. */
export type DocumentRef =
  | { kind: "item"; id: string }
  | { kind: "instructions"; projectId: string | null }
  | { kind: "skill"; projectId: string | null; slug: string }
  | { kind: "format"; projectId: string | null; formatKind: string };

const company = "company";

/** Returns the id of the document of instructions; the company's have no project. */
export const instructionsDocument = (projectId: string | null): string =>
  `instructions.${projectId ?? company}`;

/** Returns the id of the document of a skill, whether the tier has it or inherits it. */
export const skillDocument = (projectId: string | null, slug: string): string =>
  `skill.${projectId ?? company}.${slug}`;

/** Returns the id of the document of a format, whether the tier has it or inherits it. */
export const formatDocument = (projectId: string | null, formatKind: string): string =>
  `format.${projectId ?? company}.${formatKind}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns true for a text that has the form of an id. */
const isId = (text: string): boolean => uuid.test(text);

/** Reads the id of a document; null for one that can't be one. A plan's, spec's or source's document has its own id. */
export function readDocumentId(id: string): DocumentRef | null {
  if (isId(id)) return { kind: "item", id };
  const [kind = "", tier = "", name, ...more] = id.split(".");
  if (more.length > 0 || (tier !== company && !isId(tier))) return null;
  const projectId = tier === company ? null : tier;
  if (kind === "instructions") return name === undefined ? { kind, projectId } : null;
  if (name === undefined || name === "") return null;
  if (kind === "skill") return { kind, projectId, slug: name };
  if (kind === "format") return { kind, projectId, formatKind: name };
  return null;
}

import type { Actor } from "../../actor.ts";
import {
  type DocumentRef,
  formatDocument,
  instructionsDocument,
  levelIdOf,
  readDocumentId,
  skillDocument,
} from "../../anchors/document-id.ts";
import type { Db } from "../../storage/dialect.ts";
import { readableFormat } from "../formats/access.ts";
import { presentFormat } from "../formats/present.ts";
import { pagePath } from "../handles.ts";
import { readableInstructions } from "../instructions/access.ts";
import { titleOfInstructions } from "../instructions/index-instructions.ts";
import { effective } from "../instructions/present.ts";
import { projectOfId } from "../projects/access.ts";
import { levelName } from "../projects/level.ts";
import { readableSkill } from "../skills/access.ts";
import type { FoundDocument } from "./document.ts";

/** Identifies a text of the company or a project. */
export type LevelText = Exclude<DocumentRef, { kind: "item" }>;

/** Returns the title, which derives from the identity. */
function titleOfLevelText(ref: LevelText): string {
  if (ref.kind === "instructions") return titleOfInstructions;
  if (ref.kind === "skill") return ref.slug;
  return ref.formatKind === "spec" ? "Spec format" : "Epic format";
}

export function titleOfDocument(documentId: string): string {
  // Titles are equal at every level.
  const ref = readDocumentId(documentId, "");
  return ref === null || ref.kind === "item" ? "" : titleOfLevelText(ref);
}

/** Finds the document of instructions, a skill or a format, readable by all members. */
export async function findLevelText(db: Db, actor: Actor, ref: LevelText): Promise<FoundDocument> {
  const project = ref.projectId === null ? null : await projectOfId(db, actor, ref.projectId);
  const path = project ? { projectSlug: project.slug } : {};
  const common = {
    workspaceId: actor.workspaceId,
    page: pagePath({ ...path, page: consolePathOf(ref) }),
    projectId: ref.projectId,
    plan: null,
    specNumber: null,
    isReadOnly: false,
    isMaintainer: ref.projectId === null ? actor.role === "OWNER" : actor.role !== "VIEWER",
    needsDiscussionPlan: false,
    discussionPlanId: null,
    owner: "owners" as const,
  };
  if (ref.kind === "instructions") return { ...common, ...(await instructions(db, actor, ref, path)) };
  if (ref.kind === "skill") return { ...common, ...(await skill(db, actor, ref, path)) };
  return { ...common, ...(await format(db, actor, ref, path)) };
}

/** Returns the console's path below the workspace or project. */
function consolePathOf(ref: LevelText): string {
  if (ref.kind === "skill") return `skills/${ref.slug}`;
  return ref.kind === "format" ? `formats/${ref.formatKind}` : ref.kind;
}

interface Path {
  projectSlug?: string;
}

/** Returns the company's document that a project inherits; null if it has its own. */
const inheritedFrom = (projectId: string | null, isOwn: boolean, companyDocument: string): string | null =>
  projectId === null || isOwn ? null : companyDocument;

async function instructions(db: Db, actor: Actor, { projectId }: LevelText, path: Path) {
  const found = await readableInstructions(db, actor, path);
  const shown = effective(found);
  const isOwn = shown !== undefined && shown === found.own;
  return {
    id: instructionsDocument(levelIdOf(actor.workspaceId, projectId)),
    kind: "instructions" as const,
    target: { kind: "instructions" as const, ...path },
    title: titleOfLevelText({ kind: "instructions", projectId }),
    subjectId: shown?.id ?? null,
    revision: shown?.revision ?? 0,
    text: shown?.markdown ?? "",
    path: "instructions.md",
    applyMode: "proposal" as const,
    sourceDocumentId: inheritedFrom(projectId, isOwn, instructionsDocument(actor.workspaceId)),
  };
}

async function skill(db: Db, actor: Actor, ref: LevelText & { kind: "skill" }, path: Path) {
  const { slug, projectId } = ref;
  const found = await readableSkill(db, actor, { ...path, slug });
  return {
    id: skillDocument(levelIdOf(actor.workspaceId, projectId), slug),
    kind: "skill" as const,
    target: { kind: "skill" as const, slug, ...path },
    title: titleOfLevelText(ref),
    subjectId: found.tier === "built-in" ? null : found.id,
    revision: found.revision,
    text: found.markdown,
    path: `skills/${slug}/SKILL.md`,
    applyMode: "native" as const,
    sourceDocumentId: inheritedFrom(
      projectId,
      found.tier === "project",
      skillDocument(actor.workspaceId, slug),
    ),
  };
}

async function format(db: Db, actor: Actor, ref: LevelText & { kind: "format" }, path: Path) {
  const { formatKind, projectId } = ref;
  const overrides = await readableFormat(db, actor, { ...path, kind: formatKind });
  const shown = presentFormat(overrides);
  const isOwn = shown.tier === levelName(projectId);
  const row = isOwn || projectId === null ? overrides.own : overrides.company;
  return {
    id: formatDocument(levelIdOf(actor.workspaceId, projectId), formatKind),
    kind: "format" as const,
    target: { kind: "format" as const, formatKind, ...path },
    title: titleOfLevelText(ref),
    subjectId: row?.id ?? null,
    revision: row?.revision ?? 0,
    text: shown.markdown,
    path: shown.path ?? `formats/${formatKind}.md`,
    applyMode: "native" as const,
    sourceDocumentId: inheritedFrom(projectId, isOwn, formatDocument(actor.workspaceId, formatKind)),
  };
}

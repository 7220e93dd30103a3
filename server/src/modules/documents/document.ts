import type { Document, DocumentKind, DocumentTarget } from "@groundplan/contract";
import type { SourceRow } from "../context/access.ts";
import type { PlanRow } from "../plans/access.ts";

/** A document that the actor can read. Its long text, if it is a source's, is read by `source-text.ts`. */
export interface FoundDocument {
  workspaceId: string;
  id: string;
  kind: DocumentKind;
  target: DocumentTarget;
  title: string;
  /** The subject of its revisions; null where nobody has written the text, as with a built-in one. */
  subjectId: string | null;
  revision: number;
  /** The text, or the source that holds it. */
  text: string | SourceRow;
  /** The virtual path, and the path of the console's page. */
  path: string;
  page: string;
  projectId: string | null;
  /** The number of the spec, of a spec's document. */
  specNumber: number | null;
  /** The plan in which it lies or is discussed, which decides who reads what is said about it; else every member does. */
  plan: PlanRow | null;
  applyMode: Document["applyMode"];
  /** True where the text comes from a file or a page, and nobody writes it here. */
  isReadOnly: boolean;
  /** The right to change the text, whether its plan is archived or not. */
  isMaintainer: boolean;
  /** The document of which the text is inherited. */
  sourceDocumentId: string | null;
  /** True for a shared source of which no plan is known in which it is discussed. */
  needsDiscussionPlan: boolean;
  discussionPlanId: string | null;
  /** The person who answers for it; the word is for all owners of the workspace. */
  owner: { userId: string | null } | "owners";
}

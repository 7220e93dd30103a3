import type { Document, DocumentKind, DocumentTarget } from "@groundplan/contract";
import type { SourceRow } from "../context/access.ts";
import type { PlanRow } from "../plans/access.ts";

/** A readable document. A source's text is read by `source-text.ts`. */
export interface FoundDocument {
  workspaceId: string;
  id: string;
  kind: DocumentKind;
  target: DocumentTarget;
  title: string;
  /** Subject of its revisions; null if nobody has written the text, as for built-in ones. */
  subjectId: string | null;
  revision: number;
  /** The text, or the source that holds it. */
  text: string | SourceRow;
  /** Virtual path, and path of the console's page. */
  path: string;
  page: string;
  projectId: string | null;
  /** Set for a spec's document. */
  specNumber: number | null;
  /** The plan that decides who can read its discussion; null for all members. */
  plan: PlanRow | null;
  applyMode: Document["applyMode"];
  /** True if the text comes from a file or page. */
  isReadOnly: boolean;
  /** The right to change the text, even if its plan is archived. */
  isMaintainer: boolean;
  /** The document that the text is inherited from. */
  sourceDocumentId: string | null;
  /** True for a shared source without a discussion plan. */
  needsDiscussionPlan: boolean;
  discussionPlanId: string | null;
  /** The responsible user, or all owners of the workspace. */
  owner: { userId: string | null } | "owners";
}

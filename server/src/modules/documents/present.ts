import { hash } from "node:crypto";
import type { Document } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import type { ModelSettings } from "../../config/model.ts";
import type { Db } from "../../storage/dialect.ts";
import { mostCharacters } from "../context/present.ts";
import type { Context } from "../context.ts";
import { appOf } from "../identity/app-of.ts";
import { hasModel } from "../models/usable-model.ts";
import { agentCeilings, isAgentOff } from "../projects/agent-ceilings.ts";
import { elsewhere } from "./access.ts";
import type { FoundDocument } from "./document.ts";
import { ownersOfDocument } from "./owners.ts";
import { sourceText } from "./source-text.ts";

/** Returns a document's form in the API, with its text. */
export async function presentDocument(
  { db, publicUrl, config }: Pick<Context, "db" | "publicUrl" | "config">,
  actor: Actor,
  found: FoundDocument,
): Promise<{ document: Document; sourceText: string; viewer: { userId: string; organizationId: string } }> {
  const owners = await ownersOfDocument(db, found);
  const text = await sourceText(db, found);
  const document: Document = {
    id: found.id,
    kind: found.kind,
    target: found.target,
    title: found.title,
    canonicalUrl: publicUrl() + found.page,
    revision: String(found.revision),
    path: found.path,
    ...(found.sourceDocumentId === null ? {} : { sourceDocumentId: found.sourceDocumentId }),
    sourceRevision: sourceRevisionOf(found, text),
    applyMode: found.applyMode,
    capabilities: {
      ...capabilitiesOf(actor, found),
      canUseAgent: await canUseAgent(db, config.models, actor, found),
    },
    ...(found.discussionPlanId === null ? {} : { discussionPlanId: found.discussionPlanId }),
    ownerUserIds: owners.map(({ userId }) => userId),
    ownerNames: owners.map(({ name }) => name),
  };
  return { document, sourceText: text, viewer: { userId: actor.userId, organizationId: actor.workspaceId } };
}

/**
 * Returns the revision, or for external texts a hash that also covers the part of a long text that is not
 * shown.
 */
function sourceRevisionOf({ isReadOnly, revision, text: source }: FoundDocument, text: string): string {
  if (!isReadOnly) return String(revision);
  const isPart = typeof source !== "string" && source.text_chars > mostCharacters;
  return hash("sha256", isPart ? `${source.text_revision} ${text}` : text, "hex");
}

/** Returns what the actor may do now, considering a `read` scope and archived plans. */
function capabilitiesOf(actor: Actor, found: FoundDocument): Omit<Document["capabilities"], "canUseAgent"> {
  const isOpen = actor.scope === "write" && !found.plan?.archived_at;
  const canComment = isOpen && elsewhere(found) === null;
  return {
    canComment,
    canSuggest: canComment && !found.isReadOnly,
    canMaintain: isOpen && found.isMaintainer,
    needsDiscussionPlan: found.needsDiscussionPlan,
  };
}

/** Tests whether the actor could start a run that proposes changes of this plan or spec. */
async function canUseAgent(
  db: Db,
  settings: ModelSettings,
  actor: Actor,
  { plan, kind, isMaintainer }: FoundDocument,
): Promise<boolean> {
  const isPlanned = plan !== null && (kind === "plan" || kind === "spec");
  const mayWrite = actor.scope === "write" && isMaintainer && appOf(actor) === null;
  if (!isPlanned || !mayWrite || plan.archived_at || isAgentOff(await agentCeilings(db, actor.workspaceId)))
    return false;
  return hasModel(db, settings, actor);
}

import { badArgument, invalidInput } from "../graphql/errors.ts";
import { type Attachment, type Relation, stamp, touch } from "../records.ts";
import { type Context, type LinearSite, put } from "../site.ts";
import { noticed } from "./issue-changes.ts";
import { done, find, findIssue, newId, onlyKnown } from "./lookup.ts";

type RelationInput = { id?: string | null; issueId: string; relatedIssueId: string; type: string };
type AttachmentInput = {
  id?: string | null;
  issueId: string;
  title: string;
  subtitle?: string | null;
  url: string;
  metadata?: Record<string, unknown> | null;
};

export function removeRelation(site: LinearSite, id: string): void {
  const relation = find(site, site.relations, id, "IssueRelation");
  site.relations.delete(id);
  noticed(site, site.issues.get(relation.issueId), site.issues.get(relation.relatedIssueId));
}

function checkAttachment(input: AttachmentInput): void {
  onlyKnown("AttachmentCreateInput", input, [
    "id",
    "issueId",
    "title",
    "subtitle",
    "url",
    "metadata",
    "iconUrl",
    "groupBySource",
  ]);
  if (input.title.trim() === "") throw badArgument("title should not be empty");
  if (!URL.canParse(input.url)) throw badArgument("url must be a URL address");
  for (const value of Object.values(input.metadata ?? {}))
    if (typeof value !== "string" && typeof value !== "number")
      throw badArgument("metadata may only have string and number values");
}

export const linkMutations = {
  issueRelationCreate({ site }: Context, { input }: { input: RelationInput }) {
    const { id, existing } = newId(site, site.relations, input.id);
    if (existing !== undefined) return { ...done(site), issueRelation: existing };
    const issue = findIssue(site, input.issueId);
    const related = findIssue(site, input.relatedIssueId);
    if (issue === related) throw invalidInput("An issue cannot be related to itself");
    const same = [...site.relations.values()].find(
      (one) => one.issueId === issue.id && one.relatedIssueId === related.id && one.type === input.type,
    );
    if (same !== undefined && site.unknowns.sameRelation === "refuse")
      throw invalidInput("These issues are related already");
    if (same !== undefined) return { ...done(site), issueRelation: same };
    const relation: Relation = {
      ...stamp("IssueRelation", id),
      issueId: issue.id,
      relatedIssueId: related.id,
      type: input.type,
    };
    noticed(site, issue, related);
    return { ...done(site), issueRelation: put(site, site.relations, relation) };
  },
  issueRelationDelete({ site }: Context, { id }: { id: string }) {
    removeRelation(site, id);
    return { ...done(site), entityId: id };
  },
  /** Updates an attachment with the same URL on the same issue, keeping its id. */
  attachmentCreate({ site }: Context, { input }: { input: AttachmentInput }) {
    checkAttachment(input);
    const issue = findIssue(site, input.issueId);
    const known = [...site.attachments.values()].find(
      (one) => one.issueId === issue.id && one.url === input.url,
    );
    const fields = {
      title: input.title,
      subtitle: input.subtitle ?? null,
      metadata: input.metadata ?? known?.metadata ?? {},
    };
    noticed(site, issue);
    if (known !== undefined) {
      Object.assign(known, fields);
      touch(known);
      return { ...done(site), attachment: known };
    }
    const { id, existing } = newId(site, site.attachments, input.id);
    if (existing !== undefined) return { ...done(site), attachment: existing };
    const attachment: Attachment = {
      ...stamp("Attachment", id),
      issueId: issue.id,
      url: input.url,
      ...fields,
    };
    return { ...done(site), attachment: put(site, site.attachments, attachment) };
  },
  attachmentDelete({ site }: Context, { id }: { id: string }) {
    const attachment = find(site, site.attachments, id, "Attachment");
    site.attachments.delete(id);
    noticed(site, site.issues.get(attachment.issueId));
    return { ...done(site), entityId: id };
  },
};

import type { ExternalRef, Picture } from "../tracker.ts";
import { type Fields, fieldsOf, id, listOf, partOf, text, unreadable } from "./answer.ts";
import type { Jira } from "./client.ts";

/** Attaches a picture to an issue, unless that has it already, and returns the attachment's address for browsers. */
export async function sendPicture(
  jira: Jira,
  { fileName, mediaType, body }: Picture,
  issue: ExternalRef | null,
  mayExist: boolean,
): Promise<string> {
  if (!issue) throw new Error("an attachment without an issue");
  const there = mayExist ? await attachmentOf(jira, issue, fileName) : undefined;
  const attachment = there ?? (await attach(jira, issue, new File([body], fileName, { type: mediaType })));
  return `${jira.webUrl}/secure/attachment/${id(attachment)}/${encodeURIComponent(text(attachment, "filename"))}`;
}

async function attachmentOf(jira: Jira, issue: ExternalRef, fileName: string): Promise<Fields | undefined> {
  const asked = { in: { id: issue.id }, query: { fields: "attachment" } };
  const { data } = await jira.call("GET /issue/{id}", asked);
  return listOf(partOf(fieldsOf(data), "fields").attachment ?? []).find(
    ({ filename }) => filename === fileName,
  );
}

async function attach(jira: Jira, issue: ExternalRef, file: File): Promise<Fields> {
  const form = new FormData();
  form.set("file", file);
  const call = { in: { id: issue.id }, form, issues: [issue.id] };
  const { data } = await jira.call("POST /issue/{id}/attachments", call);
  const [attachment] = listOf(data?.values);
  if (attachment) return attachment;
  throw unreadable();
}

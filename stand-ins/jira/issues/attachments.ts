import type { Answer } from "../../common/answers.ts";
import type { LogEntry } from "../../common/faults.ts";
import { editable } from "../projects/access.ts";
import { bad, JiraRefusal } from "../refusals.ts";
import { type Call, param, type Route } from "../routes.ts";
import type { JiraSite } from "../site.ts";
import { presentAttachment } from "./present.ts";

/** Reads the file of a multipart body; undefined without the header against forged requests. */
export function fileOf({ headers, bytes }: LogEntry): Call["file"] {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1];
  if (!boundary || !bytes || headers["x-atlassian-token"] !== "no-check") return undefined;
  const start = bytes.indexOf("\r\n\r\n") + 4;
  const end = bytes.lastIndexOf(`\r\n--${boundary}--`);
  const head = bytes.subarray(0, start).toString("utf8");
  const name = /name="file"; filename="([^"]*)"/.exec(head)?.[1];
  const type = /content-type: (\S+)/i.exec(head)?.[1] ?? "";
  return name === undefined ? undefined : { name, type, bytes: bytes.subarray(start, end) };
}

// OpenAPI, "Add attachment": answers a bare list.
function attach(site: JiraSite, call: Call): Answer {
  const issue = editable(site, call.account, param(call, "issueIdOrKey"));
  if (!call.file) throw new JiraRefusal(403, ["XSRF check failed"]);
  if (call.file.bytes.length > site.limits.attachment) throw new JiraRefusal(413, ["The file is too large."]);
  if (call.file.bytes.length === 0) throw bad("The file is empty.");
  call.writes([issue.id]);
  const { name: filename, type: mimeType, bytes } = call.file;
  const attachment = { id: String(site.nextId++), filename, mimeType, bytes, author: call.account };
  site.attachments.set(issue.id, [...(site.attachments.get(issue.id) ?? []), attachment]);
  return { status: 200, body: [presentAttachment(site, attachment)] };
}

export const attachmentRoutes: Route[] = [
  { method: "POST", template: "/issue/{issueIdOrKey}/attachments", handle: attach },
];

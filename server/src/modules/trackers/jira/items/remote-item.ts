import type { ExternalRef, RemoteItem, RemoteStatus } from "../../tracker.ts";
import { type Fields, id, instant, key, numberOfKey, partOf, text, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";
import { remoteDetails } from "../details.ts";
import { kindsOf, type Layout } from "../project/schema.ts";
import { textOf } from "./text.ts";

export const remoteFields = (layout: Layout): string[] => [
  ...["summary", "description", "status", "resolution", "updated"],
  ...["assignee", "labels", "priority", "duedate"],
  ...effortFields(layout),
];

const effortFields = (layout: Layout) =>
  new Set(kindsOf(layout).flatMap(({ screen }) => (screen.effort === null ? [] : [screen.effort])));

export function remoteItemOf(jira: Jira, layout: Layout, issue: Fields): RemoteItem {
  const fields = partOf(issue, "fields");
  const efforts = [...effortFields(layout)].map((field) => fields[field]);
  const effort = efforts.find((value) => typeof value === "number");
  return {
    external: externalOf(jira.webUrl, id(issue), key(issue)),
    fields: {
      title: text(fields, "summary"),
      text: textOf(fields.description),
      effort: effort === undefined ? "" : String(effort),
    },
    status: statusOf(fields),
    details: remoteDetails(fields),
    readOnlyReason: null,
    updatedAt: instant(fields, "updated"),
  };
}

export const externalOf = (baseUrl: string, issueId: string, issueKey: string): ExternalRef => ({
  id: issueId,
  number: numberOfKey(issueKey),
  key: issueKey,
  url: `${baseUrl}/browse/${encodeURIComponent(issueKey)}`,
});

function statusOf(fields: Fields): RemoteStatus {
  const status = partOf(fields, "status");
  const category = textOrNull(partOf(status, "statusCategory"), "key");
  if (category === "indeterminate") return "IN_PROGRESS";
  if (category !== "done") return "TODO";
  // Team-managed projects have a status for dropped issues, others a resolution.
  const names = [textOrNull(status, "name"), textOrNull(partOf(fields, "resolution"), "name")];
  return names.some((name) => name !== null && isDropped(name)) ? "CANCELLED" : "DONE";
}

/** Recognizes names of statuses and resolutions that mean cancelled. */
export const isDropped = (name: string) => dropped.test(name.trim());

const dropped =
  /^(won['’]?t (do|fix)|will not (do|fix)|duplicate|cannot reproduce|can['’]?t reproduce|cancell?ed|declined|rejected|invalid|abandoned|obsolete|incomplete|not a bug)$/i;

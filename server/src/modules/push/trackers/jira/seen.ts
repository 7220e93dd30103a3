import type { External, Seen, SeenStatus } from "../tracker.ts";
import type { Jira } from "./client.ts";
import { kindsOf, type Layout } from "./layout.ts";
import { type Fields, id, instant, key, numberOfKey, partOf, text, textOrNull } from "./read.ts";
import { textOf } from "./text.ts";

/** What is asked of an issue to know what it says. */
export const seenFields = (layout: Layout): string[] => [
  ...["summary", "description", "status", "resolution", "updated"],
  ...effortFields(layout),
];

const effortFields = (layout: Layout) =>
  new Set(kindsOf(layout).flatMap(({ screen }) => (screen.effort === null ? [] : [screen.effort])));

export function seenOf(jira: Jira, layout: Layout, issue: Fields): Seen {
  const fields = partOf(issue, "fields");
  const efforts = [...effortFields(layout)].map((field) => fields[field]);
  const effort = efforts.find((value) => typeof value === "number");
  return {
    external: externalOf(jira.baseUrl, id(issue), key(issue)),
    fields: {
      title: text(fields, "summary"),
      text: textOf(fields.description),
      effort: effort === undefined ? "" : String(effort),
    },
    status: statusOf(fields),
    shut: null,
    updatedAt: instant(fields, "updated"),
  };
}

export const externalOf = (baseUrl: string, issueId: string, issueKey: string): External => ({
  id: issueId,
  number: numberOfKey(issueKey),
  key: issueKey,
  url: `${baseUrl}/browse/${encodeURIComponent(issueKey)}`,
});

function statusOf(fields: Fields): SeenStatus {
  const status = partOf(fields, "status");
  const category = textOrNull(partOf(status, "statusCategory"), "key");
  if (category === "indeterminate") return "IN_PROGRESS";
  if (category !== "done") return "TODO";
  // Projects that teams manage themselves have a status for it, others a resolution.
  const names = [textOrNull(status, "name"), textOrNull(partOf(fields, "resolution"), "name")];
  return names.some((name) => name !== null && dropped.test(name.trim())) ? "CANCELLED" : "DONE";
}

const dropped =
  /^(won['’]?t (do|fix)|will not (do|fix)|duplicate|cannot reproduce|can['’]?t reproduce|cancell?ed|declined|rejected|invalid|abandoned|obsolete|incomplete|not a bug)$/i;

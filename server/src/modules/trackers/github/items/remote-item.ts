import type { ExternalRef, RemoteItem, RemoteStatus } from "../../tracker.ts";
import { type Fields, fieldsOf, number, text } from "../answer.ts";
import type { GitHub } from "../client.ts";
import { assigneesOf } from "../people.ts";
import { addressIn, addressOf, type Home, isSame, issue } from "../repository.ts";
import { bareText } from "../text/body.ts";
import { effortIn, labelNames, labelTerm } from "./labels.ts";

/** Treats locked issues as writable, as they are with push rights. */
export function remoteItemOf(home: Home, issue: Fields): RemoteItem {
  return {
    external: externalOf(home, issue),
    fields: {
      title: text(issue, "title"),
      text: bareText(String(issue.body ?? "")),
      effort: effortIn(labelNames(issue.labels)),
    },
    status: statusOf(issue),
    details: {
      assignee: assigneesOf(issue),
      priority: "",
      dueDate: "",
      labels: labelNames(issue.labels).map(labelTerm),
    },
    readOnlyReason: null,
    updatedAt: text(issue, "updated_at"),
  };
}

/** Throws `missing` if GitHub doesn't show the issue. */
export async function readRemoteItem(github: GitHub, home: Home, external: ExternalRef): Promise<RemoteItem> {
  return remoteItemOf(home, fieldsOf((await github(`GET ${issue}`, { ...addressOf(home, external) })).data));
}

/** Uses the target's name in keys of its repository, even after a rename. */
function externalOf({ target, repository }: Home, issue: Fields): ExternalRef {
  const { owner, repo, issue_number: issueNumber } = addressIn(issue);
  const isHome = isSame(owner, repository.owner) && isSame(repo, repository.repo);
  return {
    id: String(number(issue, "id")),
    number: issueNumber,
    key: `${isHome ? target : `${owner}/${repo}`}#${issueNumber}`,
    url: text(issue, "html_url"),
  };
}

function statusOf({ state, state_reason }: Fields): RemoteStatus {
  if (state !== "closed") return "TODO";
  return state_reason === "not_planned" || state_reason === "duplicate" ? "CANCELLED" : "DONE";
}

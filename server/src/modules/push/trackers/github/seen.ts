import { oneLine } from "../text.ts";
import type { External, Item, Seen, SeenStatus } from "../tracker.ts";
import { bareText, renderBody, renderTitle } from "./body.ts";
import { effortIn, isHalfWrittenEffort, labelNames } from "./labels.ts";
import { type Fields, number, text } from "./read.ts";
import { addressIn, type Home, isSame } from "./repositories.ts";

/** An issue as GitHub shows it. Locked ones can still be written to by those who may push. */
export function seenOf(home: Home, issue: Fields): Seen {
  return {
    external: externalOf(home, issue),
    fields: {
      title: text(issue, "title"),
      text: bareText(String(issue.body ?? "")),
      effort: effortIn(labelNames(issue.labels)),
    },
    status: statusOf(issue),
    shut: null,
    updatedAt: text(issue, "updated_at"),
  };
}

/** In the target's repository it is called by the target's name, which stays when the repository gets another. */
function externalOf({ target, place }: Home, issue: Fields): External {
  const { owner, repo, issue_number: issueNumber } = addressIn(issue);
  const isHome = isSame(owner, place.owner) && isSame(repo, place.repo);
  return {
    id: String(number(issue, "id")),
    number: issueNumber,
    key: `${isHome ? target : `${owner}/${repo}`}#${issueNumber}`,
    url: text(issue, "html_url"),
  };
}

function statusOf({ state, state_reason }: Fields): SeenStatus {
  if (state !== "closed") return "TODO";
  return state_reason === "not_planned" || state_reason === "duplicate" ? "CANCELLED" : "DONE";
}

/** What the fields would be had this item just been written. */
function fieldsOfItem(item: Item): Seen["fields"] {
  return {
    title: renderTitle(item),
    text: bareText(renderBody(item).body),
    effort: item.sort === "container" ? "" : String(item.effort ?? ""),
  };
}

/** GitHub keeps texts as they are; of a title it may drop white space. */
export function says(seen: Seen, item: Item, field: keyof Seen["fields"]): boolean {
  const ours = fieldsOfItem(item)[field];
  const theirs = seen.fields[field];
  return field === "title" ? oneLine(ours) === oneLine(theirs) : ours === theirs;
}

/** Only efforts take several calls. */
export const isHalfWritten = (seen: Seen, item: Item, field: keyof Seen["fields"]): boolean =>
  field === "effort" && isHalfWrittenEffort(seen.fields.effort, fieldsOfItem(item).effort);

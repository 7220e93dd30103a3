import type { Notification, NotificationKind } from "@groundplan/contract";
import { escapeHtml } from "../../../escape-html.ts";

/** Addresses in a mail's foot. */
export interface Addresses {
  settings: string;
  unsubscribe: string;
}

/** A mail's subject with its text in both forms. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** What each kind is called in "You get a mail of each …". */
export const kindNames: Record<NotificationKind, string> = {
  comment: "reply in your conversations",
  mention: "comment that mentions you",
  suggestion: "suggestion",
  share: "plan shared with you",
  push: "finished push",
  agent: "question and result of the planning agent",
  webhook: "notice about your webhooks",
  connector: "notice about connections",
  claim: "notice about claims and reviews",
  policy: "change of the policy of evidence",
  assignment: "spec or plan given to you",
};

export function noticeMail(notice: Notification, kind: NotificationKind, addresses: Addresses): Letter {
  const why = `You get a mail of each ${kindNames[kind]}.`;
  const { documentTitle: title } = notice;
  return {
    subject: oneLine(`${notice.actorName} ${notice.activity}${title ? `: ${title}` : ""}`),
    text: `${entryText(notice)}\n\n${footText(why, addresses)}`,
    html: page(entryHtml(notice), why, addresses),
  };
}

export function digestMail(notices: readonly Notification[], addresses: Addresses): Letter {
  const why = "You get this mail once a day, if something is unread.";
  const [only] = notices;
  const count = notices.length === 1 ? "1 unread notification" : `${notices.length} unread notifications`;
  return {
    subject: oneLine(notices.length === 1 && only ? `${count}: ${only.documentTitle}` : count),
    text: `${notices.map(entryText).join("\n\n\n")}\n\n${footText(why, addresses)}`,
    html: page(notices.map(entryHtml).join("\n"), why, addresses),
  };
}

/** Returns a document's title with the handles of its plan and spec. */
function placeOf({ documentTitle, planShortId, specShortId }: Notification): string {
  const handle = [planShortId, specShortId].filter(Boolean).join("/");
  return [documentTitle, handle && `(${handle})`].filter(Boolean).join(" ");
}

function entryText(notice: Notification): string {
  const place = placeOf(notice);
  const lines = [`${notice.actorName} ${notice.activity}.`, place, notice.excerpt && `> ${notice.excerpt}`];
  return `${lines.filter(Boolean).join("\n")}\n\n${notice.url}`;
}

const footText = (why: string, { settings, unsubscribe }: Addresses): string =>
  `-- \n${why} Choose what you get: ${settings}\nStop these mails: ${unsubscribe}\n`;

function entryHtml(notice: Notification): string {
  const place = placeOf(notice);
  return [
    `<p>${escapeHtml(`${notice.actorName} ${notice.activity}.`)}</p>`,
    `<p><a href="${escapeHtml(notice.url)}">${escapeHtml(place || "Open it")}</a></p>`,
    notice.excerpt && `<blockquote>${escapeHtml(notice.excerpt)}</blockquote>`,
  ]
    .filter(Boolean)
    .join("\n");
}

const page = (entries: string, why: string, { settings, unsubscribe }: Addresses): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
${entries}
<hr>
<p>${escapeHtml(why)} <a href="${escapeHtml(settings)}">Choose what you get</a> or <a href="${escapeHtml(unsubscribe)}">stop these mails</a>.</p>
</html>
`;

/** Returns a header's value without line ends, at a length that mailboxes show. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();

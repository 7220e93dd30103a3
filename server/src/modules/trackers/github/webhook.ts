import { headerOf, hexOf, isSigned, type ReadWebhook, type WebhookRequest } from "../webhook.ts";
import { type Fields, objectIn, partOf } from "./answer.ts";

/**
 * Reads a notice signed by `X-Hub-Signature-256` over the raw body, in either content type. `issues`,
 * `sub_issues` and `issue_dependencies` carry database ids.
 */
export const readGithubHook: ReadWebhook = (notice, secret) => {
  const deliveryId = headerOf(notice, "x-github-delivery");
  const signature = hexOf(headerOf(notice, "x-hub-signature-256"));
  if (!isSigned(notice.body, secret, signature) || !deliveryId) return null;
  return { deliveryId, externalIds: idsIn(objectIn(payloadOf(notice)) ?? {}) };
};

function payloadOf(notice: WebhookRequest): string {
  const text = notice.body.toString();
  const isForm = headerOf(notice, "content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm ? (new URLSearchParams(text).get("payload") ?? "") : text;
}

/** Each may also be just `…_id`. */
const roles = ["issue", "parent_issue", "sub_issue", "blocked_issue", "blocking_issue"];

function idsIn(payload: Fields): string[] {
  const ids = roles.flatMap((role) => [partOf(payload, role).id, payload[`${role}_id`]]);
  // A transferred issue also names its successor.
  ids.push(partOf(partOf(payload, "changes"), "new_issue").id);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)).map(String))];
}

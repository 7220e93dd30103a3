import { headerOf, hexOf, isSigned, type ReadWebhook, type WebhookRequest } from "../webhook.ts";
import { type Fields, objectIn, partOf } from "./answer.ts";

/**
 * Reads a notice of GitHub's: `X-Hub-Signature-256` over the body as it came, `X-GitHub-Delivery` as its number. Of
 * the events, `issues`, `sub_issues` and `issue_dependencies` name issues by their database ids. Both of GitHub's
 * content types are read.
 */
export const readGithubHook: ReadWebhook = (notice, secret) => {
  const deliveryId = headerOf(notice, "x-github-delivery");
  const signature = hexOf(headerOf(notice, "x-hub-signature-256"));
  if (!isSigned(notice.body, secret, signature) || !deliveryId) return null;
  return { deliveryId, externalIds: idsIn(objectIn(payloadOf(notice)) ?? {}) };
};

/** Returns the payload as JSON: the body, or a form's field. */
function payloadOf(notice: WebhookRequest): string {
  const text = notice.body.toString();
  const isForm = headerOf(notice, "content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm ? (new URLSearchParams(text).get("payload") ?? "") : text;
}

/** The fields that hold an issue. Each may also be there as `…_id` alone. */
const roles = ["issue", "parent_issue", "sub_issue", "blocked_issue", "blocking_issue"];

function idsIn(payload: Fields): string[] {
  const ids = roles.flatMap((role) => [partOf(payload, role).id, payload[`${role}_id`]]);
  // An issue that was transferred names its new self.
  ids.push(partOf(partOf(payload, "changes"), "new_issue").id);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)).map(String))];
}

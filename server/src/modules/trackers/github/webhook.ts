import { headerOf, hexOf, isSigned, type ReadWebhook } from "../webhook.ts";
import type { Fields } from "./answer.ts";

/**
 * Reads a notice of GitHub's: `X-Hub-Signature-256` over the body as it came, `X-GitHub-Delivery` as its number. Of
 * the events, `issues`, `sub_issues` and `issue_dependencies` name issues by their database ids. Both of GitHub's
 * content types are read.
 */
export const readGithubHook: ReadWebhook = (notice, secret) => {
  const { body } = notice;
  const deliveryId = headerOf(notice, "x-github-delivery");
  if (!isSigned(body, secret, hexOf(headerOf(notice, "x-hub-signature-256"))) || !deliveryId) return null;
  return { deliveryId, externalIds: idsIn(payloadOf(headerOf(notice, "content-type"), body)) };
};

/** Returns the payload; empty where it can't be read: a signed notice may still be about something else. */
function payloadOf(contentType: string | undefined, body: Buffer): Fields {
  const text = body.toString();
  const isForm = contentType?.startsWith("application/x-www-form-urlencoded");
  try {
    return fieldsIn(JSON.parse(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const fieldsIn = (value: unknown): Fields =>
  (typeof value === "object" && value !== null ? value : {}) as Fields;

/** The fields that hold an issue. Each may also be there as `…_id` alone. */
const roles = ["issue", "parent_issue", "sub_issue", "blocked_issue", "blocking_issue"];

function idsIn(payload: Fields): string[] {
  const ids = roles.flatMap((role) => [fieldsIn(payload[role]).id, payload[`${role}_id`]]);
  // An issue that was transferred names its new self.
  ids.push(fieldsIn(fieldsIn(payload.changes).new_issue).id);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)).map(String))];
}

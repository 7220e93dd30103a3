import { headerOf, hexOf, isSigned, type ReadHook } from "../hook.ts";
import type { Fields } from "./read.ts";

/**
 * `X-Hub-Signature-256` over the body as it came, `X-GitHub-Delivery` as its number. Of the events, `issues`,
 * `sub_issues` and `issue_dependencies` name issues by their database ids. Both content types of GitHub are read.
 */
export const readGithubHook: ReadHook = (notice, secret) => {
  const { body } = notice;
  const deliveryId = headerOf(notice, "x-github-delivery");
  if (!isSigned(body, secret, hexOf(headerOf(notice, "x-hub-signature-256"))) || !deliveryId) return null;
  return { deliveryId, externalIds: idsIn(payloadOf(headerOf(notice, "content-type"), body)) };
};

/** Empty where it can't be read: who signed it may still send what is not for us. */
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

/** Each may also be there as `…_id` alone. */
const roles = ["issue", "parent_issue", "sub_issue", "blocked_issue", "blocking_issue"];

function idsIn(payload: Fields): string[] {
  const ids = roles.flatMap((role) => [fieldsIn(payload[role]).id, payload[`${role}_id`]]);
  // Of an issue that was transferred: its new self.
  ids.push(fieldsIn(fieldsIn(payload.changes).new_issue).id);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id)).map(String))];
}

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Notice, ReadHook } from "../hook.ts";
import type { Fields } from "./read.ts";

/**
 * `X-Hub-Signature-256` over the body as it came, `X-GitHub-Delivery` as its number. Of the events, `issues`,
 * `sub_issues` and `issue_dependencies` name issues by their database ids. Both content types of GitHub are read.
 */
export const readGithubHook: ReadHook = ({ headers, body }, secret) => {
  const deliveryId = headers["x-github-delivery"];
  if (typeof deliveryId !== "string" || !isSigned(headers["x-hub-signature-256"], body, secret)) return null;
  return { deliveryId, externalIds: idsIn(payloadOf(headers["content-type"], body)) };
};

function isSigned(signature: Notice["headers"][string], body: Buffer, secret: string): boolean {
  if (typeof signature !== "string" || secret === "") return false;
  const right = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Empty where it can't be read: who signed it may still send what is not for us. */
function payloadOf(contentType: Notice["headers"][string], body: Buffer): Fields {
  const text = body.toString();
  const isForm = String(contentType).startsWith("application/x-www-form-urlencoded");
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

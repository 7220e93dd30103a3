import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Notice, ReadHook } from "../hook.ts";
import { isToken } from "./json-web-token.ts";
import { type Fields, partOf } from "./read.ts";

/**
 * A notice of Jira's. Hooks that an administrator makes sign the body (`X-Hub-Signature`); those of apps come with a
 * token that is signed with the same kind of secret, but says nothing of the body.
 */
export const readJiraHook: ReadHook = ({ headers, body }, secret) => {
  if (!isSigned(headers, body, secret)) return null;
  const deliveryId =
    one(headers, "x-atlassian-webhook-identifier") ?? createHash("sha256").update(body).digest("hex");
  return { deliveryId, externalIds: idsOf(body) };
};

function isSigned(headers: Notice["headers"], body: Buffer, secret: string): boolean {
  if (secret === "") return false;
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(one(headers, "x-hub-signature") ?? "")?.[1];
  if (signature !== undefined) {
    const own = createHmac("sha256", secret).update(body).digest();
    return timingSafeEqual(Buffer.from(signature, "hex"), own);
  }
  const token = /^(?:bearer|jwt) +(\S+)$/i.exec(one(headers, "authorization") ?? "")?.[1];
  return token !== undefined && isToken(token, secret, new Date());
}

const one = (headers: Notice["headers"], name: string): string | null => {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** Of the issue, or of both ends of a link. */
function idsOf(body: Buffer): string[] {
  const notice = { notice: parsed(body) };
  const event = partOf(notice, "notice");
  const link = partOf(event, "issueLink");
  const ids = [partOf(event, "issue").id, link.sourceIssueId, link.destinationIssueId];
  return [...new Set(ids.map(String).filter((id) => /^\d{1,19}$/.test(id)))];
}

function parsed(body: Buffer): Fields | null {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null; // Signed, but no notice of an issue.
  }
}

import { createHmac, timingSafeEqual } from "node:crypto";
import type { ReadHook } from "../hook.ts";
import { type Fields, isFields } from "./read.ts";

/**
 * `Linear-Signature` is the body's HMAC-SHA256 in hex. The time in the body is not looked at: a replay is a hint
 * like any other, and a clock that is wrong would cost all of them.
 */
export const readLinearHook: ReadHook = ({ headers, body }, secret) => {
  const signature = headers["linear-signature"];
  if (secret === "" || typeof signature !== "string" || !/^[\da-f]{64}$/i.test(signature)) return null;
  const right = createHmac("sha256", secret).update(body).digest();
  if (!timingSafeEqual(right, Buffer.from(signature, "hex"))) return null;
  const delivery = headers["linear-delivery"];
  const isNamed = typeof delivery === "string" && /^[\w-]{1,100}$/.test(delivery);
  return { deliveryId: isNamed ? delivery : signature.toLowerCase(), externalIds: idsIn(body) };
};

function idsIn(body: Buffer): string[] {
  const notice = parse(body);
  if (!isFields(notice?.data)) return [];
  const { id, issueId, relatedIssueId } = notice.data;
  const own = notice.type === "Issue" || notice.type === "Project" ? id : null;
  const ids = [own, issueId, relatedIssueId].filter((one) => typeof one === "string" && one.length <= 100);
  return [...new Set(ids as string[])];
}

function parse(body: Buffer): Fields | null {
  try {
    const notice: unknown = JSON.parse(body.toString("utf8"));
    return isFields(notice) ? notice : null;
  } catch {
    return null; // Signed, but nothing that can be read.
  }
}

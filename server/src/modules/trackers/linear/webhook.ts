import { headerOf, isSigned, type ReadWebhook } from "../webhook.ts";
import { type Fields, objectIn, partOf } from "./answer.ts";

/**
 * Verifies `Linear-Signature` (HMAC-SHA256 of the body in hex), but not the body's time: a replay is
 * harmless, and a wrong clock would cost all notices.
 */
export const readLinearHook: ReadWebhook = (notice, secret) => {
  const signature = headerOf(notice, "linear-signature") ?? "";
  if (!isSigned(notice.body, secret, signature)) return null;
  const delivery = headerOf(notice, "linear-delivery") ?? "";
  const deliveryId = /^[\w-]{1,100}$/.test(delivery) ? delivery : signature.toLowerCase();
  return { deliveryId, externalIds: idsIn(objectIn(notice.body.toString()) ?? {}) };
};

function idsIn(notice: Fields): string[] {
  const { id, issueId, relatedIssueId } = partOf(notice, "data");
  const own = notice.type === "Issue" || notice.type === "Project" ? id : null;
  const ids = [own, issueId, relatedIssueId].filter((one) => typeof one === "string" && one.length <= 100);
  return [...new Set(ids as string[])];
}

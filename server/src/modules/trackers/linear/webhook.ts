import { headerOf, isSigned, type ReadWebhook } from "../webhook.ts";
import { type Fields, objectIn, partOf } from "./answer.ts";

/**
 * Reads a notice of Linear's. `Linear-Signature` is the body's HMAC-SHA256 in hex. The time in the body is not
 * checked: a replay is a hint like any other, and a wrong clock would cost all notices.
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

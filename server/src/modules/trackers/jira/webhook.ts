import { createHash } from "node:crypto";
import { headerOf, hexOf, isSigned, type ReadWebhook, type WebhookRequest } from "../webhook.ts";
import { type Fields, objectIn, partOf } from "./answer.ts";
import { isToken } from "./json-web-token.ts";

/**
 * Reads a notice. Administrators' webhooks sign the body (`X-Hub-Signature`); apps' webhooks carry a token
 * signed with such a secret, which doesn't cover the body.
 */
export const readJiraHook: ReadWebhook = (notice, secret) => {
  const { body } = notice;
  const signature = hexOf(headerOf(notice, "x-hub-signature"));
  if (!(signature ? isSigned(body, secret, signature) : hasToken(notice, secret))) return null;
  const deliveryId =
    headerOf(notice, "x-atlassian-webhook-identifier") ?? createHash("sha256").update(body).digest("hex");
  return { deliveryId, externalIds: idsIn(objectIn(body.toString()) ?? {}) };
};

function hasToken(notice: WebhookRequest, secret: string): boolean {
  const token = /^(?:bearer|jwt) +(\S+)$/i.exec(headerOf(notice, "authorization") ?? "")?.[1];
  return secret !== "" && token !== undefined && isToken(token, secret, new Date());
}

function idsIn(event: Fields): string[] {
  const link = partOf(event, "issueLink");
  const ids = [partOf(event, "issue").id, link.sourceIssueId, link.destinationIssueId];
  return [
    ...new Set(
      ids
        .filter(isPlain)
        .map(String)
        .filter((id) => /^\d{1,19}$/.test(id)),
    ),
  ];
}

const isPlain = (id: unknown) => typeof id === "string" || typeof id === "number";

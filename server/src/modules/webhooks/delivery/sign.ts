import { createHmac } from "node:crypto";

interface Message {
  id: string;
  /** Unix seconds, as in the header. */
  timestamp: string;
  body: string;
}

/** Returns `webhook-signature` with one signature per secret (Standard Webhooks). */
export const signatures = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");

import { createHmac } from "node:crypto";

interface Message {
  id: string;
  /** The seconds since 1970, as the header has them. */
  timestamp: string;
  body: string;
}

/** Returns the value of `webhook-signature`: one signature for each secret, by the Standard Webhooks rules. */
export const signatures = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");

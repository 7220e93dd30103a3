import { createHmac, randomUUID } from "node:crypto";
import type { Notice } from "./notices.ts";

/** A receiver of notices, optionally of one `repository` (`owner/name`). */
export type RegisteredWebhook = { url: string; secret: string; repository?: string };

/** A sent notice, for tests to repeat or corrupt. `status` is null without an answer. */
export type Delivery = {
  event: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  status: number | null;
};

export type Webhooks = {
  /** Returns the unsubscribe function. */
  add(webhook: RegisteredWebhook): () => void;
  /** If false, notices needn't be built. */
  hasAny(): boolean;
  /** Sends to all receivers, once: GitHub doesn't retry. */
  send(repository: string, notices: readonly Notice[]): void;
  deliveries: Delivery[];
  settled(): Promise<void>;
};

export function createWebhooks(): Webhooks {
  const webhooks = new Set<RegisteredWebhook>();
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<void>>();

  async function deliver(delivery: Delivery): Promise<void> {
    const { url, headers, body } = delivery;
    try {
      // GitHub's timeout is ten seconds.
      const signal = AbortSignal.timeout(10_000);
      delivery.status = (await fetch(url, { method: "POST", headers, body, signal })).status;
    } catch {
      delivery.status = null; // As at GitHub, only the list of deliveries shows the failure.
    }
  }

  return {
    deliveries,
    add(webhook) {
      webhooks.add(webhook);
      return () => {
        webhooks.delete(webhook);
      };
    },
    hasAny: () => webhooks.size > 0,
    send(repository, notices) {
      for (const { url, secret, repository: only } of webhooks) {
        if (only !== undefined && only.toLowerCase() !== repository.toLowerCase()) continue;
        for (const { event, payload } of notices) {
          const delivery = sign(url, secret, event, JSON.stringify(payload));
          deliveries.push(delivery);
          const sending = deliver(delivery).finally(() => underWay.delete(sending));
          underWay.add(sending);
        }
      }
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Returns GitHub's documented headers of a JSON delivery. */
function sign(url: string, secret: string, event: string, body: string): Delivery {
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/stand-in",
    "x-github-event": event,
    "x-github-delivery": randomUUID(),
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  return { event, url, headers, body, status: null };
}

import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Change, LinearSite } from "./site.ts";

/** An event receiver with delivery faults. */
export type Receiver = {
  url: string;
  secret: string;
  /** Copies of each event, with the same delivery id. */
  copies?: number;
  /** The delay in milliseconds. */
  delayMs?: number;
  /** Holds events until `release`. */
  hold?: boolean;
  /** Signs with a wrong secret. */
  forge?: boolean;
};

/** `answer` is a status, or the reason for having none. */
export type Delivery = { id: string; event: string; action: string; url: string; answer: number | string };

export type Event = { action: string; type: string; data: Record<string, unknown>; [more: string]: unknown };

/** Sends Linear's webhooks, to the test's receiver and to those of `webhookCreate`. */
export function createWebhooks(site: LinearSite) {
  const deliveries: Delivery[] = [];
  const running = new Set<Promise<unknown>>();
  const webhookId = randomUUID();
  let receiver: Receiver | undefined;
  let held: { to: Receiver; event: Event }[] = [];

  /** Sends one event and returns the outcome; `id` repeats an earlier delivery. */
  async function deliver(
    url: string,
    secret: string,
    event: Event,
    more: { id?: string; forge?: boolean; timestamp?: number } = {},
  ): Promise<Delivery> {
    const timestamp = more.timestamp ?? Date.now();
    const body = JSON.stringify({ ...event, webhookTimestamp: timestamp });
    const key = more.forge === true ? `not ${secret}` : secret;
    const delivery: Delivery = {
      id: more.id ?? randomUUID(),
      event: event.type,
      action: event.action,
      url,
      answer: "no answer yet",
    };
    deliveries.push(delivery);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Linear-Webhook",
          "linear-delivery": delivery.id,
          "linear-event": event.type,
          "linear-signature": createHmac("sha256", key).update(body).digest("hex"),
          "linear-timestamp": String(timestamp),
        },
        body,
        signal: AbortSignal.timeout(5000),
      });
      await response.arrayBuffer();
      delivery.answer = response.status;
    } catch (error) {
      // An unreachable receiver isn't a failure of the stand-in; tests read the answer here.
      delivery.answer = String(error);
    }
    return delivery;
  }

  async function send(to: Receiver, event: Event): Promise<void> {
    if (to.delayMs !== undefined) await sleep(to.delayMs);
    const id = randomUUID();
    for (let copy = 0; copy < (to.copies ?? 1); copy += 1)
      await deliver(to.url, to.secret, event, { id, forge: to.forge === true });
  }

  function start(work: Promise<unknown>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  return {
    deliveries,
    deliver,
    /** Sets the receiver of all events; undefined for none. */
    set(next: Receiver | undefined): void {
      receiver = next;
    },
    /** Sends held events, optionally in reverse. */
    async release(reverse = false): Promise<void> {
      const events = reverse ? held.reverse() : held;
      held = [];
      for (const { to, event } of events) await send(to, event);
    },
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    /** Notifies all receivers. */
    changed({ actor, ...change }: Change): void {
      const { id, name, email } = actor;
      const event: Event = {
        ...change,
        createdAt: new Date().toISOString(),
        organizationId: site.organization.id,
        webhookId,
        actor: { id, name, email, type: "user" },
        url: String(change.data.url ?? ""),
      };
      const receivers: Receiver[] = receiver === undefined ? [] : [receiver];
      for (const hook of site.webhooks.values()) {
        const wanted = hook.enabled && hook.resourceTypes.includes(change.type);
        const team =
          hook.teamId === null || [change.data.teamId, change.data.teamIds].flat().includes(hook.teamId);
        if (wanted && team) receivers.push({ url: hook.url, secret: hook.secret });
      }
      for (const to of receivers)
        if (to.hold) held.push({ to, event });
        else start(send(to, event));
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;

import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../common/answers.ts";
import { allFields, created, presentUser } from "./issues/present.ts";
import type { Event, JiraSite } from "./site.ts";

/**
 * An event receiver. An `admin` hook is signed in X-Hub-Signature; an app's `dynamic` one carries a JWT. The
 * other fields inject delivery faults. Times are in ms.
 */
export type RegisteredWebhook = {
  url: string;
  secret: string;
  kind?: "admin" | "dynamic";
  /** Copies of each event, with the same identifier; 1 by default. */
  copies?: number;
  delayMs?: number;
  /** Swaps each pair of events. */
  reorder?: boolean;
  forge?: boolean;
  /** The delay of up to three retries, after 408, 409, 425, 429, 5xx and broken connections. */
  retryMs?: number;
};

/** `status` is the receiver's answer, or null. */
export type Delivery = { identifier: string; event: string; retry: number; status: number | null };

const names: Record<Event["kind"], string> = {
  created: "jira:issue_created",
  updated: "jira:issue_updated",
  deleted: "jira:issue_deleted",
  link_created: "issuelink_created",
  link_deleted: "issuelink_deleted",
};

export function createWebhooks() {
  let hook: RegisteredWebhook | undefined;
  let held: (() => void) | undefined;
  const deliveries: Delivery[] = [];
  const running = new Set<Promise<void>>();

  function start(target: RegisteredWebhook, name: string, text: string): void {
    const sending = send(target, name, text).finally(() => running.delete(sending));
    running.add(sending);
  }

  async function send(target: RegisteredWebhook, name: string, text: string): Promise<void> {
    const identifier = randomUUID();
    if (target.delayMs !== undefined) await sleep(target.delayMs);
    for (let copy = 0; copy < (target.copies ?? 1); copy++)
      for (let retry = 0; retry <= 3; retry++) {
        if (retry > 0) await sleep(target.retryMs ?? 50);
        const status = await post(target, identifier, text, retry);
        deliveries.push({ identifier, event: name, retry, status });
        if (status !== null && status < 500 && ![408, 409, 425, 429].includes(status)) break;
      }
  }

  return {
    deliveries,
    set(next: RegisteredWebhook | undefined): void {
      hook = next;
    },
    emit(site: JiraSite, event: Event): void {
      if (hook === undefined) return;
      const target = hook;
      const text = JSON.stringify(bodyOf(site, event, target));
      const go = () => start(target, names[event.kind], text);
      if (target.reorder && held === undefined) {
        held = go;
        return;
      }
      go();
      held?.();
      held = undefined;
    },
    /** Waits until all events, including delayed ones, were delivered or given up. */
    async settled(): Promise<void> {
      held?.();
      held = undefined;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

async function post(
  target: RegisteredWebhook,
  identifier: string,
  text: string,
  retry: number,
): Promise<number | null> {
  const headers = {
    "content-type": "application/json",
    "x-atlassian-webhook-identifier": identifier,
    ...(retry > 0 ? { "x-atlassian-webhook-retry": String(retry) } : {}),
    ...signature(target, text),
  };
  try {
    const response = await fetch(target.url, { method: "POST", headers, body: text });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Recorded as a delivery without an answer.
    return null;
  }
}

const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text);

function signature(target: RegisteredWebhook, text: string): Record<string, string> {
  const secret = target.forge ? `not ${target.secret}` : target.secret;
  return target.kind === "dynamic"
    ? { authorization: `Bearer ${token(secret)}` }
    : { "x-hub-signature": `sha256=${sign(secret, text).digest("hex")}` };
}

/** Returns an app's JWT (HS256), valid for three minutes; it doesn't cover the body. */
function token(secret: string): string {
  const part = (value: JsonObject) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ iss: "stand-in", iat: now, exp: now + 180 })}`;
  return `${signed}.${sign(secret, signed).digest("base64url")}`;
}

function bodyOf(
  site: JiraSite,
  { kind, actor, issue, link, changed }: Event,
  target: RegisteredWebhook,
): JsonObject {
  const items = (changed ?? []).map((field) => ({ field, fieldtype: "jira", fieldId: field }));
  return {
    timestamp: Date.now(),
    webhookEvent: names[kind],
    ...(target.kind === "dynamic" ? { matchedWebhookIds: [1000] } : {}),
    ...(issue === undefined
      ? {}
      : {
          issue_event_type_name: `issue_${kind === "updated" ? "generic" : kind}`,
          user: presentUser(site, actor),
          issue: { ...created(site, issue), fields: allFields(site, issue) },
        }),
    ...(kind === "updated" ? { changelog: { id: String(site.nextId), items } } : {}),
    ...(link === undefined
      ? {}
      : {
          issueLink: {
            id: Number(link.id),
            sourceIssueId: Number(link.from),
            destinationIssueId: Number(link.to),
            issueLinkType: { id: Number(link.type.id), name: link.type.name },
          },
        }),
  };
}

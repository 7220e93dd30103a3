import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { WebhookDelivery, WorkspaceEvent } from "@groundplan/contract";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { databases } from "../../../test/databases.ts";
import { withRows } from "../../../test/own-connection.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { listen } from "../../outbound/testing.ts";

export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: WorkspaceEvent;
}

/** A scripted receiver that stores its requests. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Answers the following requests; 204 by default. */
  answer: (received: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

const accept: Receiver["answer"] = (_, response) => void response.writeHead(204).end();
export const answerWith =
  (status: number): Receiver["answer"] =>
  (_, response) =>
    void response.writeHead(status).end();

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = await listen((_request, response) => {
    const { headers, body } = server.requests.at(-1) ?? expect.fail();
    const event = {
      id: String(headers["webhook-id"]),
      headers,
      body,
      event: JSON.parse(body) as WorkspaceEvent,
    };
    received.push(event);
    receiver.answer(event, response);
  });
  const receiver: Receiver = { url: `${server.url}/hook`, received, answer: accept, close: server.close };
  return receiver;
}

export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

export interface Hook {
  id: string;
  path: string;
  secret: string;
}

export const openHookWorld = (
  create: (typeof databases)[number]["create"],
  options: Parameters<typeof openWorld>[1] = {},
): Promise<World> =>
  openWorld(create, {
    ...options,
    env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1", GROUNDPLAN_WEBHOOK_TIMEOUT_MS: "500", ...options.env },
  });

export async function newHook(
  by: Person,
  { url }: Pick<Receiver, "url">,
  body: Record<string, unknown> = {},
): Promise<Hook> {
  const answer = await by.post("/v1/webhooks", { url, ...body });
  expect(answer.status).toBe(201);
  const { webhook, secret } = answer.body;
  return { id: webhook.id, path: `/v1/webhooks/${webhook.id}`, secret };
}

/** Moves pending deliveries past the time of their next attempt. */
export const letTimePass = (world: World) =>
  withRows(world, (db) =>
    db
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: "2026-01-01T00:00:00.000Z" })
      .where("state", "=", "pending")
      .where("leased", "=", 0)
      .where("next_attempt_at", "is not", null)
      .execute(),
  );

export const deliveriesOf = async (by: Person, { path }: Hook): Promise<WebhookDelivery[]> =>
  (await by.get(`${path}/deliveries?limit=200`)).body.deliveries;

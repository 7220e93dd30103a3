import type { IncomingHttpHeaders } from "node:http";
import { startReceiver } from "../linear/receiver.ts";
import type { Answer } from "../world.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";
import { runDueJobs } from "./tracker-changes.ts";

/** A notice as the tracker sent it: a test delivers it when it likes, as often as it likes. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** A scene whose tracker tells of changes. */
export interface Noticed {
  scene: Scene;
  /** The path of notices, below the service's address. */
  path: string;
  secret: string;
  /** Returns the notices since the last call. */
  notices(): Promise<Notice[]>;
  deliver(notice: Notice, path?: string): Promise<Answer>;
  /** Delivers all that was told, in its order, and lets the service do what it does then. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const ofConnection = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding"];

export async function openNoticed(
  ...[create, start, options = {}]: Parameters<typeof openScene>
): Promise<Noticed> {
  const env = { GROUNDPLAN_PUBLIC_URL: "http://127.0.0.1:4500", ...options.env };
  const scene = await openScene(create, start, { ...options, env });
  const { world, standIn } = scene;
  const receiver = await startReceiver();
  const made = expectOk(await world.alice.post(`/v1/connectors/${standIn.connector}/webhook`));
  const { url, secret } = made.body.webhook;
  const path = new URL(url).pathname;
  standIn.back.notify({ url: receiver.url, secret });
  const noticed: Noticed = {
    scene,
    path,
    secret,
    async notices() {
      await standIn.back.notified();
      return receiver.received.splice(0).map(({ headers, text }) => ({ headers: kept(headers), body: text }));
    },
    deliver: ({ headers, body }, to = path) => world.send("POST", to, body, headers),
    async catchUp() {
      for (const notice of await noticed.notices()) expectOk(await noticed.deliver(notice));
      await runDueJobs(world);
    },
    async close() {
      standIn.back.notify(null);
      await scene.close();
      await receiver.close();
    },
  };
  return noticed;
}

const kept = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ofConnection.includes(name) ? [] : [[name, String(value)]],
    ),
  );

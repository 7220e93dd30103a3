import type { IncomingHttpHeaders } from "node:http";
import { startReceiver } from "../linear/receiver.ts";
import type { Answer } from "../world.ts";
import { runJobs } from "./back.ts";
import { expectOk, openScene, type Scene } from "./scene.ts";

/** A notice as the tracker sent it: a test delivers it when it likes, as often as it likes. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** A scene whose tracker tells of changes. */
export interface Noticed {
  scene: Scene;
  /** Where notices go, below the service's address. */
  path: string;
  secret: string;
  /** What was told since the last call. */
  notices(): Promise<Notice[]>;
  deliver(notice: Notice, path?: string): Promise<Answer>;
  /** Delivers all that was told, in its order, and lets the service do what it does then. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

const ofConnection = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding"];

export async function openNoticed(...given: Parameters<typeof openScene>): Promise<Noticed> {
  const scene = await openScene(...given);
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
      await runJobs(world);
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

import type { IncomingHttpHeaders } from "node:http";
import { startReceiver } from "@groundplan/tracker-stand-ins";
import type { Answer } from "../../world.ts";
import { expectOk, openScene, type Scene } from "../scene.ts";
import { runDueJobs } from "./tracker-changes.ts";

/** A captured notice, which tests deliver at any time and any number of times. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** A scene whose tracker sends notices. */
export interface Noticed {
  scene: Scene;
  /** The notices' path on the service. */
  path: string;
  secret: string;
  /** Returns the notices since the last call. */
  notices(): Promise<Notice[]>;
  deliver(notice: Notice, path?: string): Promise<Answer>;
  /** Delivers all notices in order and runs the resulting jobs. */
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

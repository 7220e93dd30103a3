import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { databases } from "../../../../test/databases.ts";
import { readHere } from "../../../../test/read-here.ts";
import { type Answer, openWorld, type World } from "../../../../test/world.ts";
import { createOutbound, type Outbound } from "../../../outbound/client.ts";
import { listen } from "../../../outbound/testing.ts";

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

export const project = "/v1/projects/web";
export const html = { "content-type": "text/html; charset=utf-8" };
export const plain = { "content-type": "text/plain" };

export const send =
  (body: string | Buffer, headers: Record<string, string> = html): Answerer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

export const article = (words: string) =>
  `<title>Tides</title><h1>Tides of today</h1><p>${words}</p><table><tr><th>Port<th>High<tr><td>Quay<td>4 m</table>`;

export const redirect =
  (location: string): Answerer =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

/** A world with a project, and a local site with scripted answers. */
export class Scene {
  world!: World;
  site!: Awaited<ReturnType<typeof listen>>;
  answer: Answerer = send("");
  #titles = 0;

  add(path = "/", more: Record<string, unknown> = {}, at = project): Promise<Answer> {
    const title = `Page ${this.#titles++}`;
    return this.world.alice.post(`${at}/context/url`, { url: this.site.url + path, title, ...more });
  }
  refresh({ body }: Answer, at = project, headers: Record<string, string> = {}): Promise<Answer> {
    return this.world.alice.post(`${at}/context/${body.source.id}/refresh`, undefined, headers);
  }
  async read({ body }: Answer) {
    return (await this.world.alice.get(`${project}/context/${body.source.id}`)).body.source;
  }
  async enriched(added: Answer) {
    for (;;) {
      const source = await this.read(added);
      if (source.enrichment.status !== "pending" && source.enrichment.status !== "running") return source;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async total(): Promise<number> {
    return (await this.world.alice.get(`${project}/context`)).body.sources.length;
  }
  async events({ body }: Answer): Promise<string[]> {
    const rows = await this.world.context.db
      .selectFrom("events")
      .select("type")
      .where("subject_id", "=", body.source.id)
      .orderBy("seq")
      .execute();
    return rows.map(({ type }) => type.replace("context_source.", ""));
  }
}

/** Opens a scene for a `describe`. Calls may reach this machine. */
export function openScene(create: (typeof databases)[number]["create"]): Scene {
  const scene = new Scene();
  let outbound: Outbound;
  beforeAll(async () => {
    scene.world = await openWorld(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" } });
    outbound = createOutbound({ allowPrivateNetwork: true, deadlineMs: 5000 });
    await scene.world.alice.post("/v1/projects", { name: "Web" });
    scene.site = await listen((request, response) => scene.answer(request, response));
  });
  beforeEach(() => {
    scene.world.context.outbound = outbound;
    scene.world.context.extract = readHere;
  });
  afterAll(async () => {
    await scene.site.close();
    await outbound.close();
    await scene.world.close();
  });
  return scene;
}

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type Seen, withLighthouse } from "../browser.ts";
import type { Group, Row } from "../row.ts";
import { freshData, plan, removeFolder, withService } from "../service.ts";
import { password, tokenOf } from "./people.ts";

const rooms = { home: "/", plan: plan.replace("/v1", ""), spec: `${plan.replace("/v1", "")}/specs/SPEC-1` };

export const firstView: Group = {
  name: "first-view",
  about:
    "Home, a plan and a spec opened by a signed-in user with an empty cache, in Lighthouse with its phone settings: a simulated CPU of a quarter of this speed, 150 ms of latency and 1.6 Mbit/s. The largest contentful paint, and the total blocking time, the sum of each task's time beyond 50 ms. For comparison a bare page that loads a script of the same size, which only writes a line.",
  async measure({ rounds }) {
    const data = await freshData();
    try {
      await tokenOf(data);
      return await withService(data, ({ url }) =>
        withLighthouse({ url, email: data.actor.email, password }, async (see) => {
          const rows: Row[] = [];
          for (const [room, path] of Object.entries(rooms)) {
            const [ours, bares]: [Seen[], Seen[]] = [[], []];
            for (let round = 0; round < rounds; round++) {
              const seen = await see(url + path);
              ours.push(seen);
              bares.push(await withBarePage(seen.bytes, see));
            }
            rows.push(
              ...besideBare(
                `${room}, largest contentful paint`,
                2,
                "s",
                ({ largest }) => largest / 1000,
                ours,
                bares,
              ),
              ...besideBare(`${room}, total blocking time`, 100, "ms", ({ blocked }) => blocked, ours, bares),
            );
          }
          return rows;
        }),
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};

/** Returns a figure's row with its goal, and the bare page's. */
function besideBare(
  measure: string,
  most: number,
  unit: Row["unit"],
  figureOf: (seen: Seen) => number,
  ours: readonly Seen[],
  bares: readonly Seen[],
): Row[] {
  return [
    { measure, goal: { most }, unit, values: ours.map(figureOf) },
    { measure: "… of the bare page", unit, values: bares.map(figureOf) },
  ];
}

async function withBarePage<T>(bytes: number, use: (address: string) => Promise<T>): Promise<T> {
  // Compression reduces Base64 to about three quarters.
  const filling = randomBytes(Math.round(bytes * 0.99)).toString("base64");
  const script = gzipSync(
    `//${filling}\ndocument.querySelector("h1").textContent = "A page with a heading";`,
  );
  const server = createServer(({ url }, response) => {
    if (url === "/all.js")
      return response
        .writeHead(200, { "content-type": "text/javascript", "content-encoding": "gzip" })
        .end(script);
    const page =
      '<!doctype html><meta name="viewport" content="width=device-width"><h1></h1><script type="module" src="/all.js"></script>';
    return response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

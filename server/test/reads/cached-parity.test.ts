import { beforeAll, describe, expect, it } from "vitest";
import { handlers } from "../../src/modules/index.ts";
import { fakeTracker, makePlace, type Place } from "../conformance/place.ts";
import { addressOf, rowOf } from "../conformance/requests.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";

const cacheable = [...handlers.values()].flatMap((handler) =>
  handler.kind === "read" && handler.cacheable ? [handler.endpoint] : [],
);

/** Headers that differ between answers or belong to the connection. */
const ofOne = ["date", "ratelimit", "connection", "keep-alive", "content-length", "transfer-encoding"];

// PostgreSQL has no cache, since it would have to be asked for changes.
describe.each(databases.filter(({ database }) => database === "SQLite"))("on $database,", ({ create }) => {
  let place: Place;
  let address: string;
  let routed = 0;
  const tracker = fakeTracker();
  const world = setUpWorld(create, { jobs: "off", openTracker: async () => tracker });
  beforeAll(async () => {
    world.app.addHook("onRequest", (_request, _reply, next) => {
      routed++;
      next();
    });
    address = await world.app.listen({ host: "127.0.0.1", port: 0 });
    place = await makePlace(world);
    // A key's last use is written once a minute, which would invalidate the cache in mid-test.
    await withRows(world, (db) =>
      db.updateTable("api_keys").set({ last_used_at: "2999-01-01T00:00:00.000Z" }).execute(),
    );
  });

  const get = async (path: string, requestId: string, others: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${world.alice.key}`, "x-request-id": requestId, ...others };
    const before = routed;
    const answer = await fetch(address + path, { headers });
    const body = await answer.text();
    const line = () =>
      world.logged.map((text) => JSON.parse(text)).find((one) => one.requestId === requestId);
    await expect.poll(line).toBeDefined();
    const kept = Object.fromEntries([...answer.headers].filter(([name]) => !ofOne.includes(name)));
    const names = [...answer.headers.keys()].filter((name) => !["keep-alive", "connection"].includes(name));
    const answered = { status: answer.status, headers: kept, names, body, logged: Object.keys(line()) };
    return { answered, etag: answer.headers.get("etag") ?? "", isRouted: routed > before };
  };

  it.each(cacheable.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s is answered the same from the cache as by the router",
    async (_id, endpoint) => {
      const row = await rowOf(endpoint, place, world);
      const path = addressOf(endpoint, row ?? {});
      const { etag } = await get(path, "tag");
      const conditions: Record<string, string>[] = [{}, ...(etag ? [{ "if-none-match": etag }] : [])];
      for (const headers of conditions) {
        const id = `request-${endpoint.id}-${Object.keys(headers).length}`;
        const first = await get(`${path}?`, id, headers);
        const again = await get(`${path}?`, id, headers);
        expect([first.isRouted, again.isRouted]).toEqual([true, false]);
        expect(again.answered).toEqual(first.answered);
      }
    },
  );
});

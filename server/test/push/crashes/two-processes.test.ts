import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../../databases.ts";
import { asker, type Send } from "../../kill/asker.ts";
import { ended, plenty, withDb } from "../../kill/drill.ts";
import { firstKey } from "../../kill/inspect.ts";
import { type Service, startService } from "../../kill/service.ts";
import { ledgerOf } from "../scene.ts";
import { type StandIn, standIns } from "../stand-in.ts";

const rounds = process.env.LONG ? 10 : 1;
/** The delay of the tracker's answer, for the other process to catch up. */
const heldMs = 600;
/** Disables lookups, so that only the ledger prevents duplicates. */
const blind = new URL("../../kill/serve-without-marker.ts", import.meta.url).pathname;
const minutes = 60_000;

const onPostgres = databases.filter(({ database }) => database === "PostgreSQL");
/** Each starts two services, so GitHub, whose issues nest, stands for all outside `test:long`. */
const trackers = process.env.LONG
  ? (Object.keys(standIns) as (keyof typeof standIns)[])
  : (["github"] as const);
const all = onPostgres.flatMap(({ create }) => trackers.map((tracker) => ({ tracker, create })));

describe.each(all)("two processes on PostgreSQL that push to $tracker at once", ({ tracker, create }) => {
  let database: TestDatabase;
  let standIn: StandIn;
  let services: Service[] = [];
  let one: Send;
  let other: Send;
  let taken = 0;

  beforeAll(async () => {
    database = await create("empty");
    standIn = await standIns[tracker](plenty);
    const key = await firstKey(database.env);
    const env = { ...database.env, ...standIn.env, GROUNDPLAN_PUSH_SETTLE_MS: "100" };
    const start = () => startService(env, blind);
    const first = await start();
    services = [first, await start()];
    one = asker(first.url, key);
    other = asker(services[1]?.url ?? "", key);
    await one("POST", `/v1/connectors/${standIn.connector}/connect`, standIn.connect);
    const held = ({ body }: { body: unknown }) => JSON.stringify(body ?? null).includes("Shop 2 #");
    standIn.onAnswer(async (entry) => void (held(entry) && (await pause(heldMs))));
  }, minutes);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await standIn.close();
    await database.drop();
    expect(standIn.violations).toEqual([]);
  });

  interface Place {
    mark: string;
    target: string;
    plans: string;
  }

  async function place(): Promise<Place> {
    const n = taken++;
    const { target, name } = standIn.target(n);
    await one("POST", "/v1/projects", { name: `p${n}` });
    await one("PUT", `/v1/projects/p${n}/tracker`, { provider: standIn.provider, target });
    return { mark: ` #${n}`, target: name, plans: `/v1/projects/p${n}/plans` };
  }

  /** Creates a plan whose specs each need the previous one. */
  async function plan({ mark, plans }: Place, name: string, more: object = {}): Promise<string> {
    const body = { name: `${name}${mark}`, ...more };
    const { plan } = await one<{ plan: { shortId: string } }>("POST", plans, body);
    const specs = [0, 1, 2, 3].map((at) => ({
      ref: `${at}`,
      title: `${name} ${at}${mark}`,
      needsFirst: at > 0 ? [`${at - 1}`] : [],
    }));
    await one("POST", `${plans}/${plan.shortId}/specs/batch`, { specs });
    return plan.shortId;
  }

  /** Returns the tracker's issues for such a plan. */
  const whole = (name: string, parent: string | null, needs: string[] = []) => ({
    [name]: { parent: tracker === "github" ? parent : null, needs },
    ...Object.fromEntries(
      [0, 1, 2, 3].map((at) => [
        `${name} ${at}`,
        { parent: name, needs: at > 0 ? [`${name} ${at - 1}`] : [] },
      ]),
    ),
  });

  const start = async (send: Send, address: string): Promise<string> => {
    const { push } = await send<{ push: { pushId: string } }>(
      "POST",
      `${address}/push`,
      {},
      { prefer: "respond-async" },
    );
    return push.pushId;
  };
  const someTime = () => pause(Math.random() * 100);
  const ledger = (of: Place) =>
    withDb(database.env, (db) => ledgerOf({ world: { context: { db } }, standIn }, of));

  it(
    "carry out one push of one tree",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const here = await place();
        const main = await plan(here, "Launch");
        await plan(here, "Shop", { parentPlanId: main });
        const pushes = await Promise.all(
          [one, other].map(async (send) => {
            await someTime();
            return start(send, `${here.plans}/${main}`);
          }),
        );
        expect(pushes[0]).toBe(pushes[1]);
        expect(await ended(one, `${here.plans}/${main}`)).toBe("pushed");
        expect(await standIn.had(here.mark)).toEqual({
          ...whole("Launch", null),
          ...whole("Shop", "Launch"),
        });
        expect(await ledger(here)).toBe("knows each once");
      }
    },
    5 * minutes,
  );

  it(
    "write each thing once while a sub-plan moves from one tree to the other",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const here = await place();
        const launch = await plan(here, "Launch");
        const party = await plan(here, "Party");
        const shop = await plan(here, "Shop", { parentPlanId: launch });
        await start(one, `${here.plans}/${launch}`);
        await someTime();
        await other("POST", `${here.plans}/${shop}/move`, { parentPlanId: party });
        await start(other, `${here.plans}/${party}`);
        for (const id of [launch, party])
          expect(await ended(one, `${here.plans}/${id}`)).toMatch(/^(pushed|unchanged)/);
        await standIn.had(here.mark); // Throws if an issue exists twice.

        // The order is undefined; the next push corrects it.
        await start(other, `${here.plans}/${party}`);
        expect(await ended(one, `${here.plans}/${party}`)).toMatch(/^(pushed|unchanged)/);
        const trees = { ...whole("Launch", null), ...whole("Party", null), ...whole("Shop", "Party") };
        expect(await standIn.had(here.mark)).toEqual(trees);
        expect(await ledger(here)).toBe("knows each once");
      }
    },
    5 * minutes,
  );

  it(
    "write each dependency between two trees once",
    async () => {
      for (let round = 0; round < rounds; round++) {
        const here = await place();
        const launch = await plan(here, "Launch");
        const party = await plan(here, "Party");
        const body = { fromPlanId: party, toPlanId: launch };
        await one("POST", `${here.plans}/${party}/dependencies`, body);
        const both = async () => {
          const starts = [
            [one, launch],
            [other, party],
          ] as const;
          await Promise.all(
            starts.map(async ([send, id]) => {
              await someTime();
              await start(send, `${here.plans}/${id}`);
            }),
          );
          for (const id of [launch, party])
            expect(await ended(one, `${here.plans}/${id}`)).toMatch(/^(pushed|unchanged)/);
        };
        await both();
        await both(); // A dependency on a missing item had to wait.
        const trees = { ...whole("Launch", null), ...whole("Party", null, ["Launch"]) };
        expect(await standIn.had(here.mark)).toEqual(trees);
        expect(await ledger(here)).toBe("knows each once");
      }
    },
    5 * minutes,
  );
});

import { createPlan, createProject, createSpecBatch, type Endpoint } from "@groundplan/contract";
import { openPostgres } from "../../server/src/storage/postgres.ts";
import { ask, type Server } from "../children.ts";
import { inTurns, ratios } from "../measure.ts";
import { withPostgres } from "../postgres.ts";
import { cpuOfPostgres } from "../postgres-cpu.ts";
import { get, post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import {
  type Data,
  emptyFolder,
  removeFolder,
  type Settings,
  withDatabase,
  withPerson,
  withService,
} from "../service.ts";
import { specText } from "../texts.ts";
import { allDifferent } from "./against-bare.ts";

const plans = 20;
const specsPerPlan = 500;
const row = { against: "the same on SQLite", unit: "×" } as const;

export const bothDatabases: Group = {
  name: "databases",
  about: `The service on PostgreSQL and on SQLite, by CPU of service and database together per request, over 8 connections; the same ${(plans * specsPerPlan).toLocaleString("en-US")} specs in ${plans} plans on both, nearly all of which need the previous one. No answer is cached.`,
  measure: (effort) =>
    withPostgres(async (url) => {
      const [sqlite, postgres] = [await filled(emptyFolder()), await filled(emptyFolder(url))];
      const database = await cpuOfPostgres(url);
      try {
        if (!database)
          return [{ ...row, measure: "CPU on PostgreSQL", values: [], missing: "needs Linux's /proc" }];
        return await withService(sqlite, (onSqlite) =>
          withService(postgres, async (service) => {
            const onPostgres = { ...service, cpu: async () => (await service.cpu()) + database() };
            const rows: Row[] = [];
            for (const { measure, requests, expect } of questions) {
              const asked =
                (server: Server, { key }: Data) =>
                (seconds: number) =>
                  ask(server, { requests: requests(key), connections: 8, expect, until: { seconds } });
              const measured = await inTurns(effort, 0.8, {
                postgres: asked(onPostgres, postgres),
                sqlite: asked(onSqlite, sqlite),
              });
              const values = ratios(measured.postgres, measured.sqlite, ({ cpu }) => cpu);
              rows.push({ ...row, measure: `${measure}, PostgreSQL, CPU of service and database`, values });
            }
            return rows;
          }),
        );
      } finally {
        for (const { settings } of [sqlite, postgres]) removeFolder(settings);
      }
    }),
};

const plan = (number: number) => `/v1/projects/web/plans/PLAN-${number}`;

const questions = [
  {
    measure: "`GET` one spec",
    expect: 200,
    requests: (key: string) =>
      Array.from({ length: 2000 }, (_, at) =>
        get(`${plan((at % plans) + 1)}/specs/SPEC-${Math.floor(at / plans) + 1}`, key),
      ),
  },
  {
    measure: "`GET` 50 specs",
    expect: 200,
    requests: (key: string) => allDifferent(`${plan(1)}/specs?limit=50`, key),
  },
  {
    measure: "a create",
    expect: 201,
    requests: (key: string) => [
      post(`${plan(plans)}/specs`, key, { title: "A spec", content: specText(1), needsFirst: ["SPEC-1"] }),
    ],
  },
  {
    measure: "`GET` what is next",
    expect: 200,
    requests: (key: string) => allDifferent("/v1/next?limit=50", key),
  },
];

/** Fills a database with specs of 1 KB, every fiftieth without a dependency. */
async function filled(settings: Settings): Promise<Data> {
  const data = await withPerson(settings);
  await withDatabase(settings, async ({ writer }) => {
    const run = (endpoint: Endpoint, params: object, body: object) =>
      writer.write({ endpoint }, { actor: data.actor, input: { params, query: {}, body } });
    await run(createProject, {}, { name: "Web" });
    for (let number = 1; number <= plans; number++) {
      await run(createPlan, { projectSlug: "web" }, { name: `Plan ${number}` });
      const specs = Array.from({ length: specsPerPlan }, (_, at) => ({
        ref: `${at}`,
        title: `Spec ${at + 1}`,
        content: specText(at).slice(0, 1000),
        needsFirst: at % 50 === 0 ? [] : [`${at - 1}`],
      }));
      await run(createSpecBatch, { projectSlug: "web", planShortId: `PLAN-${number}` }, { specs });
    }
  });
  if (settings.DATABASE_URL) {
    const { pool, db } = openPostgres(settings.DATABASE_URL, "migrate", 1);
    await pool.query("vacuum analyze"); // Autovacuum would do it before long.
    await db.destroy();
  }
  return data;
}

import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import type { Actor } from "../../actor.ts";
import { clausesOf, phrasesOf } from "../../full-text/query.ts";
import { endOfAll } from "../../storage/full-text.ts";
import { apiKeyCredential } from "../identity/api-key-credential.ts";
import { hashSecret } from "../identity/key-format.ts";
import { findInOrder } from "./find-in-order.ts";
import { findNewest } from "./find-newest.ts";
import { findRanked } from "./find-ranked.ts";
import type { FindInSpan, Found } from "./span-query.ts";
import { findDocuments, keyOf } from "./store.ts";

describe.each(databases)("$database", ({ database, create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let bob: Actor;
  const readable: string[] = [];
  beforeAll(async () => {
    const plans = "/v1/projects/albums/plans";
    await world.alice.post("/v1/projects", { name: "Albums", slug: "albums" });
    for (const visibility of ["TEAM", "PRIVATE", "TEAM"]) {
      const plan = (await world.alice.post(plans, { name: "Plan", visibility })).body.plan.shortId;
      const specs = Array.from({ length: 8 }, (_, n) => ({
        title: n % 3 === 0 ? "Newt" : "Other",
        content: n % 2 === 0 ? "A newt and a toad." : "A newt.",
      }));
      const { body } = await world.alice.post(`${plans}/${plan}/specs/batch`, { specs });
      if (visibility === "TEAM") readable.push(...body.specs.map(({ id }: { id: string }) => id));
    }
    const found = await apiKeyCredential.find(world.context.db, hashSecret(world.bob.key));
    if (!found) throw new Error("the key is not known");
    bob = found.actor;
  });

  async function all(query: string, limit: number, most: number): Promise<Found[]> {
    const wanted = { query, clauses: clausesOf(phrasesOf(query)), kind: undefined, projectId: undefined };
    const found: Found[] = [];
    for (let after: number[] = []; ; ) {
      const page = await findDocuments(world.context.db, bob, wanted, { after, limit, most });
      found.push(...page);
      const last = page.at(-1);
      if (page.length < limit || !last) return found;
      after = keyOf(last);
    }
  }

  it("however many documents are ranked together, pages contain each readable one once, best first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (limit, most) => {
          const found = await all("newt", limit, most);
          expect(found.map(({ id }) => id).toSorted()).toEqual(readable.toSorted());
          for (const [n, { span, rank, number }] of found.entries()) {
            const next = found[n + 1];
            if (next?.span.below === span.below)
              expect(next.rank > rank || (next.rank === rank && next.number < number)).toBe(true);
            else if (next) expect(next.span.below).toBeLessThanOrEqual(span.from);
          }
          expect((await all("toad newt", limit, most)).length).toBe(8);
        },
      ),
      { numRuns: 12 },
    );
  });

  /**
   * The strategies to look up a span's documents. PostgreSQL begins with the readable ones if they are few.
   */
  const ways: readonly FindInSpan[] =
    database === "SQLite"
      ? [findNewest, findRanked]
      : [
          (db, actor, wanted, { how, ...rest }) =>
            findInOrder(db, actor, wanted, { how: { ...how, parts: 400 }, ...rest }),
          (db, actor, wanted, { how, ...rest }) =>
            findInOrder(db, actor, wanted, { how: { ...how, isWide: false }, ...rest }),
        ];

  it("one word finds the same by every lookup strategy", async () => {
    const { db } = world.context;
    const queries = fc.constantFrom("newt", "toad", "ne*", "other", "plan");
    const numbers = fc.integer({ min: 0, max: 40 });
    await fc.assert(
      fc.asyncProperty(queries, numbers, numbers, numbers, async (query, parts, rank, number) => {
        const kind = parts % 3 === 0 ? ("spec" as const) : undefined;
        const wanted = { query, clauses: clausesOf(phrasesOf(query)), kind, projectId: undefined };
        const named = sql`select id as document from search_documents where id % 7 = ${parts % 7}`;
        const how = { named: parts % 2 === 0 ? named : undefined, parts, isWide: true, rare: undefined };
        const span = { from: parts % 5, below: rank > 20 ? endOfAll : number + 10 };
        const after = rank % 5 === 4 ? [] : [rank % 5, number];
        const [first, other] = await Promise.all(
          ways.map((find) => find(db, bob, wanted, { how, span, after, limit: 1 + (rank % 9) })),
        );
        expect(first).toEqual(other);
      }),
      { numRuns: 200 },
    );
  });
});

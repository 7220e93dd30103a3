import { type EventType, eventData } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handlers, modules } from "../src/modules/index.ts";
import { databases } from "./databases.ts";
import { openWorld, type World } from "./world.ts";

const sorted = (names: readonly string[]) => [...names].sort();

it("each type of event belongs to one module", () => {
  const declared = modules.flatMap(({ events }) => events ?? []);
  expect(sorted(declared)).toEqual(sorted(Object.keys(eventData) as EventType[]));
});

it("every POST declares what its answer shows, so that a replay can be checked", () => {
  const silent = [...handlers.values()].filter(
    (handler) => handler.endpoint.method === "POST" && !("shows" in handler && handler.shows),
  );
  expect(silent.map(({ endpoint }) => endpoint.id)).toEqual([]);
});

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create);
  });
  afterAll(() => world.close());

  it("each table belongs to one module, which says how a backup treats it", async () => {
    const tables = await world.context.db.introspection.getTables();
    const named = modules.flatMap(({ tables }) => Object.keys(tables ?? {}));
    // SQLite keeps its index of full text in tables of its own.
    const own = tables.filter(({ name }) => !name.startsWith("search_terms_"));
    expect(sorted([...named, "migrations"])).toEqual(sorted(own.map(({ name }) => name)));
  });

  it("each column that holds the ids of files is named by its module, so that the sweep leaves those files", async () => {
    const tables = await world.context.db.introspection.getTables();
    const found = tables.flatMap(({ name: table, columns }) =>
      columns.filter(({ name }) => name.endsWith("file_id")).map(({ name }) => `${table}.${name}`),
    );
    const named = modules.flatMap(({ fileColumns = [] }) =>
      fileColumns.map(({ table, column }) => `${table}.${column}`),
    );
    expect(sorted(["file_pieces.file_id", ...named])).toEqual(sorted(found));
    expect(named).toContain("context_sources.file_id");
  });
});

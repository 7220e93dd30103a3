import { type EventType, eventData } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { handlers, modules } from "../../src/modules/index.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

const sorted = (names: readonly string[]) => [...names].sort();

it("each type of event belongs to one module", () => {
  const declared = modules.flatMap(({ events }) => events ?? []);
  expect(sorted(declared)).toEqual(sorted(Object.keys(eventData) as EventType[]));
});

it("every POST declares its answer's resources, so that a replay can be checked", () => {
  const silent = [...handlers.values()].filter(
    (handler) => handler.endpoint.method === "POST" && !("discloses" in handler && handler.discloses),
  );
  expect(silent.map(({ endpoint }) => endpoint.id)).toEqual([]);
});

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);

  it("each table belongs to one module, which declares its treatment by backups", async () => {
    const tables = await world.context.db.introspection.getTables();
    const named = modules.flatMap(({ tables }) => Object.keys(tables ?? {}));
    // SQLite stores its full-text index in separate tables.
    const own = tables.filter(({ name }) => !name.startsWith("search_terms_"));
    expect(sorted([...named, "migrations"])).toEqual(sorted(own.map(({ name }) => name)));
  });

  it("each column with file ids is declared by its module, so that the sweep keeps those files", async () => {
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

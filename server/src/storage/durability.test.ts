import { expect, it } from "vitest";
import { warningsOf } from "./durability.ts";

const safe = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  synchronous_standby_names: "",
};

it.each([
  [{}, []],
  [{ synchronous_commit: "remote_apply", synchronous_standby_names: "second" }, []],
  [{ synchronous_commit: "local" }, []],
  [{ fsync: "off" }, ["PostgreSQL's fsync is off"]],
  [{ full_page_writes: "off" }, ["PostgreSQL's full_page_writes is off"]],
  [{ synchronous_commit: "off" }, ["PostgreSQL's synchronous_commit is off"]],
  [{ synchronous_commit: "local", synchronous_standby_names: "second" }, ["synchronous_commit is local"]],
  [
    { fsync: "off", full_page_writes: "off", synchronous_commit: "off" },
    ["fsync", "full_page_writes", "synchronous_commit"],
  ],
])("with the settings %j PostgreSQL may lose acknowledged writes by %j", (settings, starts) => {
  expect(warningsOf({ ...safe, ...settings })).toEqual(starts.map((start) => expect.stringContaining(start)));
});

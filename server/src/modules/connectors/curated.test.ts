import { expect, it } from "vitest";
import { trackers } from "../trackers/registry.ts";
import { curatedServers } from "./curated.ts";

it("a curated server has an id of its own, an https address and a source with its date", () => {
  const taken = new Set<string>(trackers.map(({ id }) => id));
  for (const { id, url, source, toolsSource, keySource, lookedUp, description, tools } of curatedServers) {
    expect(taken.has(id), id).toBe(false);
    taken.add(id);
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const address of [url, source, toolsSource ?? source, keySource ?? source])
      expect(address).toMatch(/^https:\/\//);
    expect(lookedUp).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(description, id).toMatch(/^[A-Z].+\.$/);
    expect(tools).toBeGreaterThanOrEqual(0);
  }
});

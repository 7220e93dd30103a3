import { expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/console.ts";
import { checkFirstRoutes, firstRoutes } from "../../scripts/build/first-route.ts";

it("The build counts all that a first route loads, and fails where that is more than it may be", async () => {
  const folder = await buildConsole();
  if (!folder) throw new Error("the console can't be built here");
  const sizes = Object.values(firstRoutes(folder));
  expect(sizes).toHaveLength(2);
  for (const bytes of sizes) expect(bytes).toBeGreaterThan(80_000);
  expect(() => checkFirstRoutes(folder)).not.toThrow();
  expect(() => checkFirstRoutes(folder, Math.max(...sizes) - 1)).toThrow("is too large: ");
});

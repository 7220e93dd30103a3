import { expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/console.ts";
import { checkLoadSizes, loadSizes } from "../../scripts/build/load-sizes.ts";

it("The build measures what the first routes and later pages load, and fails if one is too large", async () => {
  const folder = await buildConsole();
  if (!folder) throw new Error("the console can't be built here");
  const sizes = loadSizes(folder);
  expect(sizes).toHaveLength(8);
  // Far below its limit, a size is measured wrong or the limit is useless.
  for (const { bytes, most } of sizes) expect(bytes).toBeGreaterThan(most / 2);
  expect(() => checkLoadSizes(folder)).not.toThrow();
  for (const load of sizes)
    expect(() => checkLoadSizes(folder, [{ ...load, most: load.bytes - 1 }])).toThrow(
      `too large: ${load.name} takes`,
    );
});

import { expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/console.ts";
import { checkLoadSizes, loadSizes } from "../../scripts/build/load-sizes.ts";

it("The build counts what the first routes, the editor and the graph load, and fails where one is too large", async () => {
  const folder = await buildConsole();
  if (!folder) throw new Error("the console can't be built here");
  const sizes = loadSizes(folder);
  expect(sizes).toHaveLength(6);
  for (const { bytes, onTop } of sizes) expect(bytes).toBeGreaterThan(onTop ? 40_000 : 80_000);
  expect(() => checkLoadSizes(folder)).not.toThrow();
  for (const one of sizes)
    expect(() => checkLoadSizes(folder, [{ ...one, most: one.bytes - 1 }])).toThrow(
      `too large: ${one.name} takes`,
    );
});

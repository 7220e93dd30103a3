import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { buildConsole } from "../../scripts/build/console.ts";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The largest sum of what the first route loads, in bytes as they are sent. */
const largest = 150_000;

/** Returns the files that a module of the sources loads with itself. */
function filesOf(manifest: Record<string, Chunk>, name: string): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  return [
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((one) => filesOf(manifest, one)),
  ];
}

it.each([
  ["the projects, after a sign-in", ["index.html", "src/frame/frame.tsx", "src/rooms/projects.tsx"]],
  ["the sign-in", ["index.html", "src/rooms/gate/sign-in.tsx"]],
])("%s come within 150 KB", async (_what, modules) => {
  const folder = await buildConsole();
  if (!folder) throw new Error("the console can't be built here");
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const files = new Set(["index.html", ...modules.flatMap((name) => filesOf(manifest, name))]);
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
  const sum = sizes.reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(50_000);
  expect(sum).toBeLessThanOrEqual(largest);
});

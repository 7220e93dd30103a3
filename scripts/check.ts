import { spawnSync } from "node:child_process";

const checks: readonly [what: string, command: string, ...parameters: string[]][] = [
  ["format and lint", "biome", "ci", "--error-on-warnings", "--colors=off"],
  ["types", "tsc", "-p", "tsconfig.json"],
  ["types of the console", "tsc", "-p", "console"],
  ["types of the benchmarks", "tsc", "-p", "bench"],
  ["lint with types, boundaries", "oxlint", "--type-aware", "--deny-warnings"],
  ["printed documents unchanged", "node", "scripts/print-docs.ts", "--check"],
  ["paths in documents", "node", "scripts/check-paths.ts"],
  ["unused code", "knip"],
  ["OpenAPI document", "redocly", "lint", "docs/openapi.json"],
];

let failed = 0;
for (const [what, command, ...parameters] of checks) {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  process.stdout.write(`${status === 0 ? "ok  " : "FAIL"} ${what}\n`);
  if (status === 0) continue;
  failed++;
  process.stdout.write(`${stdout ?? ""}${stderr ?? ""}\n`);
}
process.exitCode = failed > 0 ? 1 : 0;

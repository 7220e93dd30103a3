import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins with the files that take longest, also where no run before tells which: one of them would end alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/(?:kill|push|commands)\//.test(moduleId);
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    include: ["{contract,client,server,cli,console,scripts,stand-ins}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    globalSetup: ["server/test/postgres.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is no failure: waits end with their event.
    expect: { poll: { timeout: 60_000 } },
    // For two cores: half of the time of a test is spent waiting, for PostgreSQL, for programs it starts, and for polls.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // Files share a process: loading the sources per file took a fifth of the time.
    isolate: false,
    // With room for new objects, a tenth of the processor's time goes less into collecting them.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    env: {
      // Each service that a test starts loads the sources in a thread of its own.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/tests"),
      // A test that names no data folder fails: it never finds the one of who runs it.
      XDG_DATA_HOME: "/dev/null",
    },
  },
});

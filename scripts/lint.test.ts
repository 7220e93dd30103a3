import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Files with one fault each, and one without. */
const planted: Record<string, string> = {
  "server/src/errors.ts": "export type A = string;",
  "server/src/dispatch/handlers.ts": 'import type { A } from "../errors.ts"; export type B = A;',
  "server/src/dispatch/asks-a-module.ts":
    'import type { P } from "../modules/plans/access.ts"; export type C = P;',
  "server/src/jobs/asks-a-module.ts":
    'import type { P } from "../modules/plans/access.ts"; export type C = P;',
  "server/src/modules/plans/access.ts":
    'import type { B } from "../../dispatch/handlers.ts"; export type P = B;',
  "server/src/modules/plans/asks-push.ts": 'import type { Q } from "../push/start.ts"; export type D = Q;',
  "server/src/modules/plans/asks-http.ts":
    'import type { H } from "../../http/routes.ts"; export type D = H;',
  "server/src/modules/push/start.ts": 'import type { P } from "../plans/access.ts"; export type Q = P;',
  "server/src/modules/push/plan/asks-sync.ts":
    'import type { S } from "../../sync/poll.ts"; export type D = S;',
  "server/src/modules/push/ledger/asks-plan.ts":
    'import type { T } from "../plan/step.ts"; export type D = T;',
  "server/src/modules/push/plan/step.ts": 'import type { L } from "../ledger/rows.ts"; export type T = L;',
  "server/src/modules/push/ledger/rows.ts": "export type L = string;",
  "server/src/modules/sync/poll.ts": 'import type { Q } from "../push/start.ts"; export type S = Q;',
  "server/src/modules/trackers/asks-connectors.ts":
    'import type { K } from "../connectors/catalog.ts"; export type D = K;',
  "server/src/modules/connectors/catalog.ts": "export type K = string;",
  // A module missing from the configuration.
  "server/src/modules/goals/store.ts": 'import type { S } from "../sync/poll.ts"; export type L = S;',
  "server/src/modules/sync/asks-goals.ts": 'import type { L } from "../goals/present.ts"; export type D = L;',
  "server/src/modules/goals/present.ts": "export type L = string;",
  "server/src/modules/push/calls-out.ts": 'import { fetch } from "undici"; export const get = fetch;',
  "server/src/http/connection/asks-routes.ts": 'import type { H } from "../routes.ts"; export type D = H;',
  "server/src/http/routes.ts": 'import type { Q } from "../modules/push/start.ts"; export type H = Q;',
  "server/src/markdown/one.ts": 'import type { Two } from "./two.ts"; export type One = Two | string;',
  "server/src/markdown/two.ts": 'import type { One } from "./one.ts"; export type Two = One[];',
  "console/src/shell/rail.ts": "export type R = string;",
  "console/src/api/asks-the-shell.ts": 'import type { R } from "../shell/rail.ts"; export type D = R;',
  "console/src/components/button.ts": 'import type { L } from "./lists/list.ts"; export type B = L;',
  "console/src/components/lists/list.ts": "export type L = string;",
  "console/src/planning/edits/asks-dialogs.ts": 'export const load = () => import("../dialogs/create.ts");',
  "console/src/planning/dialogs/create.ts": 'export type { B } from "../../components/button.ts";',
  "console/src/pages/plan/plan.ts": 'export type { B } from "../../components/button.ts";',
  "console/src/pages/spec/asks-plan.ts": 'export const load = () => import("../plan/plan.ts");',
  "console/src/pages/spec/versions/asks-the-routes.ts": 'export type { W } from "../../../routes/work.ts";',
  "console/src/routes/work.ts":
    'export const load = () => import("../pages/plan/plan.ts"); export type W = string;',
  "contract/src/asks-the-server.ts": 'import { join } from "node:path"; export const here = join;',
};
const wrong = [
  ...["server/src/dispatch/asks-a-module.ts", "server/src/jobs/asks-a-module.ts"],
  ...["server/src/modules/plans/asks-push.ts", "server/src/modules/plans/asks-http.ts"],
  ...["server/src/modules/sync/asks-goals.ts"],
  ...["server/src/modules/push/ledger/asks-plan.ts"],
  ...["server/src/modules/push/plan/asks-sync.ts", "server/src/modules/trackers/asks-connectors.ts"],
  ...["server/src/modules/push/calls-out.ts", "contract/src/asks-the-server.ts"],
  ...["console/src/api/asks-the-shell.ts", "console/src/components/button.ts"],
  ...["console/src/planning/edits/asks-dialogs.ts", "console/src/pages/spec/asks-plan.ts"],
  ...["console/src/pages/spec/versions/asks-the-routes.ts"],
  ...["server/src/http/connection/asks-routes.ts"],
  ...["server/src/markdown/one.ts", "server/src/markdown/two.ts"],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-lint-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
  for (const [path, source] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${source}\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("lint refuses a cycle of types, an import that points upwards, and a call past the guarded client", () => {
  const { stdout } = spawnSync(
    join(root, "node_modules/.bin/oxlint"),
    ["--format=json", "server", "console", "contract"],
    { cwd: folder, encoding: "utf8" },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  expect([...new Set(diagnostics.map(({ filename }) => filename))].sort()).toEqual(wrong.sort());
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openApiDocument, version } from "@groundplan/contract";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundplan-generators-"));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApiDocument({ version })));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(program: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

const packageFolder = (name: string) => {
  const { resolve } = createRequire(import.meta.url);
  return dirname(resolve(`${name}/package.json`));
};

const strictly = [
  "--strict",
  "--noEmit",
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
];

it.each([
  [
    "openapi-typescript",
    ["bin/cli.js", "openapi.json", "-o", "openapi-typescript.d.ts"],
    "openapi-typescript.d.ts",
  ],
  [
    "@hey-api/openapi-ts",
    ["bin/run.js", "-i", "openapi.json", "-o", "hey", "-p", "@hey-api/typescript"],
    "hey/index.ts",
  ],
])(
  "the types that %s generates from the document compile strictly",
  (name, [program = "", ...parameters], made) => {
    expect(run(join(packageFolder(name), program), ...parameters)).toMatchObject({ status: 0 });
    const compiler = join(packageFolder("typescript"), "lib/tsc.js");
    expect(run(compiler, ...strictly, join(folder, made))).toEqual({ status: 0, output: "" });
  },
);

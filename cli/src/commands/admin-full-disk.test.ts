import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const bin = join(import.meta.dirname, "../../bin/groundplan.js");
const [program = "", ...asRoot] = ["unshare", "-rm"]; // of mounts that nobody else sees
const canMount = spawnSync(program, [...asRoot, "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;

/** Fills a small disk of its own to the last byte below a database that has its tables, then frees it again. */
const script = `
mount -t tmpfs -o size=4m none "$GROUNDPLAN_DATA_DIR" || exit 9
"$@" admin jobs || exit 9
cat /dev/zero >"$GROUNDPLAN_DATA_DIR/filler" 2>"$GROUNDPLAN_DATA_DIR/../errors" && exit 9
"$@" admin user create $WHO
echo "code $?"
rm "$GROUNDPLAN_DATA_DIR/filler"
"$@" admin user create $WHO
echo "code $?"
`;

describe.skipIf(!canMount)("on a full disk (skipped where no small disk can be mounted)", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "groundplan-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("an admin command says to free disk space, and works once there is some", async () => {
    const env = {
      PATH: process.env.PATH,
      GROUNDPLAN_DATA_DIR: join(folder, "data"),
      WHO: "--email ada@example.com --name Ada --workspace acme --role OWNER --create-workspace",
    };
    const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
      const words = [
        ...asRoot,
        "sh",
        "-c",
        `mkdir "$GROUNDPLAN_DATA_DIR"${script}`,
        "sh",
        process.execPath,
        bin,
      ];
      execFile(program, words, { env }, (_error, out, err) => resolve({ stdout: out, stderr: err }));
    });
    expect(stderr).toMatch(
      /^The database's disk is full \(SQLITE_FULL [^\n]*\)\. Free disk space there, then run the command again\.\n$/,
    );
    expect(stdout).toMatch(/\ncode 1\nada@example\.com is OWNER in the workspace acme\.[\s\S]*\ncode 0\n$/);
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canAsk } from "../confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";

/** A text in a file that an editor opens. It stays until it is dropped, so that a failure loses nothing. */
export interface Draft {
  file: string;
  /** Opens the editor with the text, and returns it as it was saved. */
  edit(text: string): Promise<string>;
  drop(): void;
}

/** Returns a draft in a new folder for temporary files. `name` is the file's. */
export function createDraft(name: string): Draft {
  const editor = process.env.VISUAL?.trim() || process.env.EDITOR?.trim() || (canAsk() ? "vi" : "");
  if (editor === "")
    throw new Failure("Set EDITOR to an editor, or give the text with --file.", {
      exitCode: exitCodes.usage,
    });
  const file = join(mkdtempSync(join(tmpdir(), "groundplan-")), name);
  return {
    file,
    async edit(text) {
      writeFileSync(file, text, { mode: 0o600 });
      // Through a shell, as others do: EDITOR may have arguments.
      const child = spawn("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: ["inherit", 2, "inherit"] });
      const [code] = await once(child, "close");
      if (code !== 0)
        throw new Failure(
          `The editor ended with ${code ?? "a signal"}, so nothing was saved. The text is in ${file}.`,
        );
      return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    },
    drop: () => rmSync(dirname(file), { recursive: true, force: true }),
  };
}

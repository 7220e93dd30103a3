import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { built } from "./build/built.js";

/** Runs before `npm pack` of `groundplan`, which contains the build of these sources as `lib/`. */
const root = join(import.meta.dirname, "..");
const notCompiled = (path: string) => basename(path) !== "compiled";
cpSync(built(), join(root, "cli/lib"), { recursive: true, filter: notCompiled });
cpSync(join(root, "LICENSE"), join(root, "cli/LICENSE"));

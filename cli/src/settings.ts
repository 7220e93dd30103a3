import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { readLogins } from "./login/stored-logins.ts";
import { printable } from "./output.ts";

/** The settings of the commands that talk to a service, by the environment and the folder's `.groundplan.json`. */
export interface Settings {
  /** The service's address, without a slash at the end. */
  url: string;
  /** The `.groundplan.json` that names the address; null where the environment or nobody does. */
  urlFrom: string | null;
  /** The slug of the project that is meant where none is given. */
  project: string | undefined;
}

/**
 * Reads the settings: the environment goes before the file, and the file before the newest login. A key that is set
 * does not go where that login went: nobody has said that it belongs there.
 */
export function readSettings(): Settings {
  const { GROUNDPLAN_URL, GROUNDPLAN_PROJECT } = process.env;
  const ofFolder = readFolder(process.cwd());
  const own = GROUNDPLAN_URL?.trim();
  const hasKey = Boolean(process.env.GROUNDPLAN_API_KEY?.trim());
  const url = own || ofFolder.url || (hasKey ? "" : readLogins().newest) || "http://localhost:4500";
  return {
    url: url.replace(/\/+$/, ""),
    urlFrom: !own && ofFolder.url ? (ofFolder.file ?? null) : null,
    project: GROUNDPLAN_PROJECT?.trim() || ofFolder.project,
  };
}

/** Returns the project that a command works on: the given one, else the one of the settings. */
export function projectOf({ project }: Settings, given: string | undefined): string {
  if (given ?? project) return given ?? project ?? "";
  throw new Failure(
    "Say which project: with --project, GROUNDPLAN_PROJECT or .groundplan.json. `groundplan project list` lists them.",
    { exitCode: exitCodes.usage },
  );
}

type OfFolder = Partial<Record<"file" | "url" | "project", string>>;

/** Reads the `.groundplan.json` of the folder, or of the nearest one above that has one. */
function readFolder(folder: string): OfFolder {
  const file = join(folder, ".groundplan.json");
  if (!existsSync(file)) return dirname(folder) === folder ? {} : readFolder(dirname(folder));
  const content = parse(file);
  if (Object.entries(content).some(isSecret)) {
    process.stderr.write(
      `${printable(file)} holds a key. It is not read from there, since others see such a file: take it out, revoke it, and set GROUNDPLAN_API_KEY to another.\n`,
    );
  }
  const { url, project } = content;
  if (isOptionalText(url) && isOptionalText(project))
    return { file, ...(url && { url }), ...(project && { project }) };
  throw wrong(file);
}

function parse(file: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof content === "object" && content !== null) return content as Record<string, unknown>;
  } catch (error) {
    throw wrong(file, error);
  }
  throw wrong(file);
}

const wrong = (file: string, cause?: unknown) =>
  new Failure(
    `${file} can't be read. It is to hold {"url": "http://localhost:4500", "project": "web"}, or one of the two.`,
    { cause },
  );

const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === "string";

const isSecret = ([name, value]: [string, unknown]) =>
  /key|token|secret/i.test(name) || (typeof value === "string" && /^(psk|plan_[ar]t)_/.test(value));

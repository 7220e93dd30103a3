import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { readLogins } from "./login/stored-logins.ts";
import { printable } from "./output.ts";

/** Settings of commands that call a service, from the environment and `.groundplan.json`. */
export interface Settings {
  /** Without a trailing slash. */
  url: string;
  /** The `.groundplan.json` that names the address; null for the environment or the default. */
  urlFrom: string | null;
  /** Slug of the default project. */
  project: string | undefined;
}

/**
 * Reads the settings: environment, then file, then newest login. An explicit key is never sent to a login's
 * address, which nobody meant for it.
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

/** Returns the given project, otherwise the default one. */
export function projectOf({ project }: Settings, given: string | undefined): string {
  if (given ?? project) return given ?? project ?? "";
  throw new Failure(
    "Say which project: with --project, GROUNDPLAN_PROJECT or .groundplan.json. `groundplan project list` lists them.",
    { exitCode: exitCodes.usage },
  );
}

export type OfFolder = Partial<Record<"file" | "url" | "project", string>>;

/** Reads `.groundplan.json` of the folder or its nearest ancestor. */
export function readFolder(folder: string): OfFolder {
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

import { existsSync } from "node:fs";
import { homedir, platform } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";

type Environment = Record<string, string | undefined>;

/**
 * Returns the data folder: `GROUNDPLAN_DATA_DIR`, otherwise `./data` if it holds a database, otherwise the
 * user's own, so that every command finds the same one. Throws a `ConfigError`. `systemsHome` throws for
 * users without an account entry, as in some containers.
 */
export function dataFolder(env: Environment, systemsHome: () => string = homedir): string {
  const named = env.GROUNDPLAN_DATA_DIR?.trim();
  if (named) return absolute(named);
  const here = absolute("data");
  // On PostgreSQL it holds only the key file.
  const files = env.DATABASE_URL?.trim() ? ["groundplan.db", "secret.key"] : ["groundplan.db"];
  return files.some((file) => existsSync(join(here, file))) ? here : usersFolder(env, systemsHome);
}

function absolute(path: string): string {
  if (isAbsolute(path)) return resolve(path);
  try {
    return resolve(path);
  } catch {
    throw new ConfigError(
      "The working directory was deleted or can't be read. Change to another, or name the data folder absolutely with GROUNDPLAN_DATA_DIR.",
    );
  }
}

/** Returns the user's data folder by the XDG specification, which ignores relative paths. */
function usersFolder(env: Environment, systemsHome: () => string): string {
  const shared = env.XDG_DATA_HOME?.trim();
  if (shared && isAbsolute(shared)) return join(shared, "groundplan");
  const home = homeFolder(env, systemsHome);
  return platform() === "darwin"
    ? join(home, "Library/Application Support/Groundplan")
    : join(home, ".local/share/groundplan");
}

function homeFolder(env: Environment, systemsHome: () => string): string {
  try {
    const home = env.HOME?.trim() ?? systemsHome();
    if (isAbsolute(home)) return home;
  } catch {}
  throw new ConfigError(
    "This user has no home folder to keep data in. Set HOME to an absolute path, or name the data folder with GROUNDPLAN_DATA_DIR.",
  );
}

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";

/** A login stored by `groundplan login`. */
export interface Login {
  accessToken: string;
  refreshToken: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
}

/** The key that `groundplan setup` made with the first account. */
export interface StoredKey {
  keyId: string;
  key: string;
}

/** Logins by service address, and the address of the newest. */
export interface Logins {
  newest?: string;
  services: Record<string, Login | StoredKey>;
}

/** Returns the folder of the command's settings (decisions section 5, client). */
export const configFolder = (): string =>
  join(process.env.XDG_CONFIG_HOME?.trim() || join(homedir(), ".config"), "groundplan");

const file = () => join(configFolder(), "login.json");

export function readLogins(): Logins {
  let text: string;
  try {
    text = readFileSync(file(), "utf8");
  } catch {
    return { services: {} };
  }
  try {
    const { newest, services } = JSON.parse(text) as Partial<Logins>;
    if (typeof services === "object" && services !== null)
      return { services, ...(typeof newest === "string" ? { newest } : {}) };
  } catch (error) {
    throw broken(error);
  }
  throw broken();
}

const broken = (cause?: unknown) =>
  new Failure(`${file()} can't be read. Remove it, then run \`groundplan login\`.`, { cause });

/** Writes the logins atomically, readable by this user only. */
function writeLogins(logins: Logins): void {
  const draft = `${file()}.${process.pid}`;
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(draft, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file());
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Stores a new login and makes it the newest. Requires the lock. */
export const keepLogin = (url: string, login: Login | StoredKey): void =>
  writeLogins({ newest: url, services: { ...readLogins().services, [url]: login } });

/** Stores a refreshed login without making it the newest. Requires the lock. */
export function keepRefreshed(url: string, login: Login): void {
  const logins = readLogins();
  writeLogins({ ...logins, services: { ...logins.services, [url]: login } });
}

/** Requires the lock. */
export function removeLogin(url: string): void {
  const { newest, services } = readLogins();
  const { [url]: _removed, ...others } = services;
  writeLogins({ ...(newest === undefined || newest === url ? {} : { newest }), services: others });
}

import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SecretKeyError } from "./errors.ts";
import { KEY_BYTES } from "./key-text.ts";

const pathIn = (dataDir: string) => join(dataDir, "secret.key");

export const hasKeyFile = (dataDir: string): boolean => existsSync(pathIn(dataDir));

/**
 * Returns the text of `<dataDir>/secret.key`, creating it with a random key unless `create` is false. Throws
 * SecretKeyError if that fails, or if others may read the file.
 */
export function readKeyFile(dataDir: string, create: boolean): { text: string; path: string } {
  const path = pathIn(dataDir);
  try {
    if (create && !existsSync(path)) createKeyFile(dataDir, path);
    return { text: readPrivate(path), path };
  } catch (error) {
    if (error instanceof SecretKeyError || !(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT" && !create) {
      throw new SecretKeyError(
        `The key file ${path} is missing: restore it from your backup, or set GROUNDPLAN_SECRET_KEY.`,
      );
    }
    throw new SecretKeyError(
      `The key file ${path} can't be made or read (${error.code}): give the service access to it, or set GROUNDPLAN_SECRET_KEY.`,
    );
  }
}

/**
 * Names the finished file with link(2), which fails if the name exists: one of several starting processes
 * wins, and none sees half a key.
 */
function createKeyFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = join(dataDir, `.secret.key.${randomUUID()}`);
  try {
    writeDurably(draft, `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  // The name must survive a power cut before anything is encrypted, whoever created the file.
  const directory = openSync(dataDir, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads the key file; throws if others may read it. Doesn't tighten the mode: the key may be exposed already,
 * and only the operator can judge.
 */
function readPrivate(path: string): string {
  const file = openSync(path, "r");
  try {
    if ((fstatSync(file).mode & 0o077) !== 0) {
      throw new SecretKeyError(
        `The key file ${path} can be read by other users: run \`chmod 600 ${path}\`, and replace the key if one of them may have seen it.`,
      );
    }
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

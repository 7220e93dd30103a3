import { randomBytes } from "node:crypto";
import { current, hash as hashNormal, verify } from "./argon2.ts";

/** Equivalent Unicode forms are one password. */
const normal = (password: string) => password.normalize("NFKC");

/** Returns the password's PHC string. Throws 503 if the queue is full. */
export const hashPassword = (password: string): Promise<string> => hashNormal(normal(password));

/** The hash of an unknown random password. */
let nobodys: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash it takes the same time and returns false, so that unknown addresses
 * can't be detected.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  // Created by the first check of any account, so that timing reveals nothing.
  nobodys ??= hashPassword(randomBytes(32).toString("hex"));
  const unknown = await nobodys.catch((error: unknown) => {
    nobodys = undefined; // Retried by the next check.
    throw error;
  });
  const isRight = await verify(hash ?? unknown, normal(password));
  return isRight && hash !== null;
}

/** Tests for outdated parameters. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(current);

import { randomBytes } from "node:crypto";
import { current, hash as hashNormal, verify } from "./argon2.ts";

/** Alike texts that are typed in different forms of Unicode are one password. */
const normal = (password: string) => password.normalize("NFKC");

/** Returns the password's hash as a PHC string. Throws 503 where too many wait already. */
export const hashPassword = (password: string): Promise<string> => hashNormal(normal(password));

/** The hash of a password that nobody knows. */
let nobodys: Promise<string> | undefined;

/**
 * Returns true if the password is the one of the hash. Without a hash it takes as long and returns false, so that an
 * unknown address and a wrong password can't be told apart.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  // It is made with the first check of any account: made for an unknown one it would tell it apart.
  nobodys ??= hashPassword(randomBytes(32).toString("hex"));
  const unknown = await nobodys.catch((error: unknown) => {
    nobodys = undefined; // The next check tries again.
    throw error;
  });
  const isRight = await verify(hash ?? unknown, normal(password));
  return isRight && hash !== null;
}

/** Returns true for a hash of other parameters than those of now. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(current);

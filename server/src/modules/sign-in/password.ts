import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { concurrencyLimit } from "../../dispatch/concurrency-limit.ts";

/** OWASP's floor for argon2id, which takes 19 MiB and some 10 ms of a core. A hash says what it was made with. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const current = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** One hash at a time for each two cores, so that sign-ins leave room for everything else. */
const oneAtATime = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), 100);

/** Alike texts that are typed in different forms of Unicode are one password. */
const normal = (password: string) => password.normalize("NFKC");

/** Returns the password's hash as a PHC string. Throws 503 where too many wait already. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import("@node-rs/argon2");
  return oneAtATime(() => hash(normal(password), cost));
}

/** The hash of a password that nobody knows. */
let nobodys: Promise<string> | undefined;

/**
 * Returns true if the password is the one of the hash. Without a hash it takes as long and returns false, so that an
 * unknown address and a wrong password can't be told apart.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const { verify } = await import("@node-rs/argon2");
  // It is made with the first check of any account: made for an unknown one it would tell it apart.
  nobodys ??= hashPassword(randomBytes(32).toString("hex"));
  const unknown = await nobodys;
  const isRight = await oneAtATime(() => verify(hash ?? unknown, normal(password)));
  return isRight && hash !== null;
}

/** Returns true for a hash of other parameters than those of now. */
export const isOutdated = (hash: string): boolean => !hash.startsWith(current);

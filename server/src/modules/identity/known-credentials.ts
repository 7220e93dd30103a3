import { type Db, dataVersion } from "../../storage/dialect.ts";
import { type Actor, type Credential, credentialByHash, hasExpired } from "./actor.ts";

const remembered = 10_000;

/**
 * Looks actors up by the hash of their credential; null for one that is unknown, revoked or expired. What was
 * found is remembered for as long as nobody commits to the database: a revocation, a removal or a changed role
 * counts at the next request, whichever process wrote it. PostgreSQL is asked every time.
 */
export function knownCredentials(db: Db): (secretHash: string) => Promise<Actor | null> {
  const version = dataVersion(db);
  const known = new Map<string, Credential>();
  let knownAt = version?.();

  const find = async (secretHash: string): Promise<Credential | null> => {
    if (!version) return credentialByHash(db, secretHash);
    const now = version();
    if (now !== knownAt || known.size >= remembered) known.clear();
    knownAt = now;
    const before = known.get(secretHash);
    if (before) return before;
    const found = await credentialByHash(db, secretHash);
    if (found && knownAt === now) known.set(secretHash, found);
    return found;
  };
  return async (secretHash) => {
    const found = await find(secretHash);
    return found && !hasExpired(found) ? found.actor : null;
  };
}

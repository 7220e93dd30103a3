import { pooled } from "../concurrent.ts";
import type { ExternalRef, RemoteItem } from "../tracker.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { readRemoteItem } from "./items/remote-item.ts";
import { type Home, readRepository } from "./repository.ts";

const readsAtOnce = 4;

/** Returns null for hidden issues, if their repository is still visible. */
export async function readIssues(
  github: GitHub,
  home: Home,
  externals: readonly { external: ExternalRef }[],
): Promise<(RemoteItem | null)[]> {
  const remote = await pooled(externals, readsAtOnce, ({ external }) => readIssue(github, home, external));
  if (remote.includes(null)) await readRepository(github, home.target, home.repository);
  return remote;
}

/** Returns null if deleted or moved out of sight. */
async function readIssue(github: GitHub, home: Home, external: ExternalRef): Promise<RemoteItem | null> {
  try {
    return await readRemoteItem(github, home, external);
  } catch (error) {
    if (isRefused(error, ["missing"])) return null;
    throw error;
  }
}

import type { TargetState } from "../tracker.ts";
import { text } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { mayWrite, type Repository, readRepository, refused, repositoryOf } from "./repository.ts";

/** Throws if the repository is missing, archived, read-only or has issues disabled. */
export async function checkRepository(
  github: GitHub,
  target: string,
): Promise<TargetState & { current: Repository }> {
  const { repository, headers } = await readRepository(github, target, repositoryOf(target));
  if (repository.archived === true) throw refused(`${target} is archived on GitHub.`);
  if (!mayWrite(repository)) throw refused(`The connected account may not write to ${target}.`);
  const now = new Date(Date.parse(String(headers.date)) || Date.now());
  const current = repositoryOf(text(repository, "full_name"));
  return { current, isPublic: repository.private === false, now, caveats: [] };
}

import type { Dependency, ExternalRef, Outcome } from "../tracker.ts";
import { hasNextPage, listOf } from "./answer.ts";
import type { GitHub } from "./client.ts";
import { type Linking, lists } from "./items/linking.ts";
import { found } from "./items/parents.ts";
import { done, each } from "./outcomes.ts";
import { addressOf, type Home, type IssueAddress, issue } from "./repository.ts";

export const linkDependencies = (
  linking: Linking,
  home: Home,
  dependencies: readonly Dependency[],
  most: number,
): Promise<Outcome[]> =>
  each(dependencies, most, (dependency) => linkDependency(linking, home, dependency).then(() => done()));

export const unlinkDependencies = (
  linking: Linking,
  home: Home,
  dependencies: readonly Dependency[],
  most: number,
): Promise<Outcome[]> =>
  each(dependencies, most, (dependency) => unlinkDependency(linking, home, dependency).then(() => done()));

async function linkDependency(linking: Linking, home: Home, { issue: waiting, needed }: Dependency) {
  const { github } = linking;
  const address = addressOf(home, waiting);
  await linking.make({
    feature: "dependencies",
    at: address,
    write: () => github(`POST ${lists.dependencies}`, { ...address, issue_id: Number(needed.id) }),
    isDone: () => isBlockedBy(github, address, needed),
    sentence: `GitHub does not accept another issue that blocks ${waiting.key}; it allows 50 per issue.`,
  });
}

async function unlinkDependency(linking: Linking, home: Home, { issue: waiting, needed }: Dependency) {
  const { github } = linking;
  const address = addressOf(home, waiting);
  await linking.make({
    feature: "dependencies",
    at: address,
    write: () =>
      github(`DELETE ${lists.dependencies}/{issue_id}`, { ...address, issue_id: Number(needed.id) }),
    isDone: async () => (await isGone(github, address)) || !(await isBlockedBy(github, address, needed)),
    sentence: `GitHub does not remove an issue that blocks ${waiting.key}.`,
  });
}

/** Checks that the issue is missing but its repository exists. */
async function isGone(github: GitHub, at: IssueAddress): Promise<boolean> {
  if (await found(github(`GET ${issue}`, { ...at }))) return false;
  const repository = github("GET /repos/{owner}/{repo}", { owner: at.owner, repo: at.repo });
  return (await found(repository)) !== null;
}

async function isBlockedBy(github: GitHub, at: IssueAddress, needed: ExternalRef): Promise<boolean> {
  for (let page = 1; ; page++) {
    const answer = await github(`GET ${lists.dependencies}`, { ...at, per_page: 100, page });
    if (listOf(answer.data).some((blocking) => String(blocking.id) === needed.id)) return true;
    if (!hasNextPage(answer.headers.link)) return false;
  }
}

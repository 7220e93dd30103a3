import type { External, Tracker } from "../tracker.ts";
import { renderBody, renderTitle } from "./body.ts";
import type { GitHub } from "./client.ts";
import { linkChild, linkNeed, unlinkChild, unlinkNeed } from "./links.ts";
import { markerOf } from "./marker.ts";
import { type Fields, fieldsOf, hasNextPage, listOf, number, text } from "./read.ts";
import { checkRepository, listRepositories, type Place, placeOf } from "./repositories.ts";

const perPage = 100;

/** GitHub Issues: an issue per item, sub-issues, blocked-by. A target is `owner/name`. */
export function githubTracker(github: GitHub): Tracker {
  // A repository that was renamed is still called by its old name here.
  const places = new Map<string, Place>();
  const place = (target: string) => places.get(target) ?? placeOf(target);

  return {
    account: async () => text(fieldsOf((await github("GET /user")).data), "login"),
    targets: (after, limit) => listRepositories(github, after, limit),
    async check(target) {
      const { place: found, ...checked } = await checkRepository(github, target);
      places.set(target, found);
      return checked;
    },
    async create(target, item) {
      const { body, caveats } = renderBody(item);
      const sent = { ...place(target), title: renderTitle(item), body };
      const { data } = await github("POST /repos/{owner}/{repo}/issues", sent);
      return { external: externalOf(target, fieldsOf(data)), caveats };
    },
    async update(target, external, item) {
      const { body, caveats } = renderBody(item);
      const sent = { ...place(target), issue_number: external.number, title: renderTitle(item), body };
      await github("PATCH /repos/{owner}/{repo}/issues/{issue_number}", sent);
      return caveats;
    },
    find: (target, identity, since) => findIssues(github, place(target), target, identity, since),
    linkChild: (target, child, parent) => linkChild(github, place(target), child, parent),
    unlinkChild: (target, child, parent) => unlinkChild(github, place(target), child, parent),
    linkNeed: (target, issue, needed) => linkNeed(github, place(target), issue, needed),
    unlinkNeed: (target, issue, needed) => unlinkNeed(github, place(target), issue, needed),
  };
}

/**
 * The list answers what was written before it; GitHub's search lags behind and is no use here. Sorted by
 * creation, pages hold still while others write.
 */
async function findIssues(github: GitHub, place: Place, target: string, identity: string, since: Date) {
  const marker = markerOf(identity);
  const found: External[] = [];
  for (let page = 1; ; page++) {
    const query = { state: "all", sort: "created", direction: "asc", per_page: perPage, page };
    const answer = await github("GET /repos/{owner}/{repo}/issues", {
      ...place,
      ...query,
      since: `${since.toISOString().slice(0, 19)}Z`,
    });
    for (const issue of listOf(answer.data)) {
      if (issue.pull_request === undefined && carries(issue, marker)) found.push(externalOf(target, issue));
    }
    if (!hasNextPage(answer.headers.link)) return found;
  }
}

/** On a line of its own; text that was pushed can't hold it. */
const carries = (issue: Fields, marker: string) =>
  String(issue.body ?? "")
    .split(/\r?\n/)
    .includes(marker);

function externalOf(target: string, issue: Fields): External {
  const issueNumber = number(issue, "number");
  const url = text(issue, "html_url");
  return { id: String(number(issue, "id")), number: issueNumber, key: `${target}#${issueNumber}`, url };
}

import { type Answer, isObject } from "../../common/answers.ts";
import { browsable, findIssue, may, reference, refuseArchived } from "../projects/access.ts";
import { bad, JiraRefusal, leftOut } from "../refusals.ts";
import { type Call, param, type Route } from "../routes.ts";
import type { Issue, JiraAccount, JiraSite, Link } from "../site.ts";
import { linkChanged, linksOf } from "../store.ts";
import { presentLink, presentLinkType } from "./present.ts";

const missing = (message: string) => new JiraRefusal(404, [message]);

function requireLinking(site: JiraSite): void {
  if (!site.linkingEnabled) throw missing("Issue linking is currently disabled.");
}

function endOf(site: JiraSite, account: JiraAccount, value: unknown): Issue {
  const issue = findIssue(site, account, reference(value) ?? "");
  if (issue === undefined) throw missing("Issue does not exist or you do not have permission to see it.");
  return issue;
}

// OpenAPI, "Create issue link": 404 without permission, type or end; an existing link is answered like a new
// one.
function create(site: JiraSite, call: Call): Answer {
  requireLinking(site);
  if (call.body.comment !== undefined) throw leftOut("a comment on a link");
  const asked = isObject(call.body.type) ? call.body.type : {};
  const type = site.linkTypes.find((one) => one.id === asked.id || one.name === asked.name);
  if (type === undefined) throw missing(`No issue link type with name '${asked.name}' found.`);
  const from = endOf(site, call.account, call.body.inwardIssue);
  const to = endOf(site, call.account, call.body.outwardIssue);
  if (!may(from.project, call.account, "LINK_ISSUES")) throw missing("No Link Issue Permission for issue.");
  refuseArchived(from.project);
  if (from.id === to.id) throw bad("You cannot link an issue to itself.");
  call.writes([from.id, to.id]);
  const known = linksOf(site, from.id);
  if (known.some((one) => one.type.id === type.id && one.from === from.id && one.to === to.id))
    return { status: 201 };
  if ([known, linksOf(site, to.id)].some((links) => links.length >= site.limits.links))
    throw new JiraRefusal(413, [`The limit of ${site.limits.links} issue links has been reached.`]);
  const link = { id: String(site.nextId++), type, from: from.id, to: to.id };
  site.links.set(link.id, link);
  linkChanged(site, { kind: "link_created", actor: call.account, link });
  return { status: 201 };
}

/** Returns a link whose ends are both visible. Throws 404. */
function linkOf(site: JiraSite, call: Call): { link: Link; ends: Issue[] } {
  requireLinking(site);
  const id = param(call, "linkId");
  if (!/^\d+$/.test(id)) throw bad("The issue link ID is invalid.");
  const link = site.links.get(id);
  const ends = [link?.from, link?.to].flatMap((end) => site.issues.get(end ?? "") ?? []);
  if (link === undefined || !ends.every((end) => browsable(end.project, call.account)))
    throw missing(`No issue link with id '${id}' exists.`);
  return { link, ends };
}

function remove(site: JiraSite, call: Call): Answer {
  const { link, ends } = linkOf(site, call);
  if (!ends.some((end) => may(end.project, call.account, "LINK_ISSUES")))
    throw missing("No Link Issue Permission for issue.");
  call.writes([link.from, link.to]);
  removeLink(site, call.account, link);
  return { status: 204 };
}

export function removeLink(site: JiraSite, actor: JiraAccount, link: Link): void {
  site.links.delete(link.id);
  linkChanged(site, { kind: "link_deleted", actor, link });
}

export const linkRoutes: Route[] = [
  { method: "POST", template: "/issueLink", handle: create },
  {
    method: "GET",
    template: "/issueLink/{linkId}",
    handle: (site, call) => ({ status: 200, body: presentLink(site, linkOf(site, call).link) }),
  },
  { method: "DELETE", template: "/issueLink/{linkId}", handle: remove },
  {
    method: "GET",
    template: "/issueLinkType",
    handle: (site) => {
      requireLinking(site);
      return {
        status: 200,
        body: { issueLinkTypes: site.linkTypes.map((type) => presentLinkType(site, type)) },
      };
    },
  },
];

import { type Answer, isObject, type JsonObject } from "../../common/answers.ts";
import { issueOf, may, refuseArchived } from "../projects/access.ts";
import { bad, invalidFields } from "../refusals.ts";
import { type Call, param, type Route } from "../routes.ts";
import type { Issue, JiraAccount, JiraSite, Status } from "../site.ts";
import { change } from "../store.ts";
import { presentStatus } from "./present.ts";

const resolutions = [
  { id: "10000", name: "Done" },
  { id: "10001", name: "Won't Do" },
  { id: "10002", name: "Duplicate" },
];

/** Leads from every status to every other; transition ids differ from status ids. */
const transitionsOf = (issue: Issue) =>
  issue.project.statuses.map((to, index) => ({ id: String(10 * index + 11), to }));

const hasScreen = (issue: Issue, to: Status) => to.category === "done" && issue.project.resolutionScreen;

/** Moves an issue to a status, setting or clearing the resolution. */
export function enter(
  site: JiraSite,
  actor: JiraAccount,
  issue: Issue,
  status: Status,
  resolution = "Done",
): void {
  const chosen = resolutions.find((one) => one.name === resolution) ?? null;
  const changes = { status, resolution: status.category === "done" ? chosen : null };
  change(site, actor, issue, changes, ["status", "resolution"]);
}

function list(site: JiraSite, call: Call): Answer {
  const issue = issueOf(site, call.account, param(call, "issueIdOrKey"));
  const allowed = may(issue.project, call.account, "TRANSITION_ISSUES") ? transitionsOf(issue) : [];
  const withFields = call.query.get("expand")?.includes("transitions.fields");
  const resolution: JsonObject = {
    required: false,
    schema: { type: "resolution", system: "resolution" },
    name: "Resolution",
    key: "resolution",
    operations: ["set"],
    allowedValues: resolutions,
  };
  const transitions = allowed.map(({ id, to }) => ({
    id,
    name: to.name,
    to: presentStatus(site, to),
    hasScreen: hasScreen(issue, to),
    isGlobal: true,
    isInitial: false,
    isAvailable: true,
    isConditional: false,
    ...(withFields ? { fields: fieldsOf(issue, to, resolution) } : {}),
  }));
  return { status: 200, body: { expand: "transitions", transitions } };
}

/** Returns a resolution for done, and the status's own field. */
function fieldsOf(issue: Issue, to: Status, resolution: JsonObject): JsonObject {
  const asked = {
    required: true,
    hasDefaultValue: false,
    name: to.asksFor,
    key: to.asksFor,
    operations: ["set"],
  };
  return {
    ...(hasScreen(issue, to) ? { resolution } : {}),
    ...(to.asksFor === undefined ? {} : { [to.asksFor]: { ...asked, schema: { type: "string" } } }),
  };
}

function transition(site: JiraSite, call: Call): Answer {
  const issue = issueOf(site, call.account, param(call, "issueIdOrKey"));
  if (!may(issue.project, call.account, "TRANSITION_ISSUES"))
    throw bad("You do not have permission to transition this issue.");
  refuseArchived(issue.project);
  const wanted = isObject(call.body.transition) ? call.body.transition.id : undefined;
  const found = transitionsOf(issue).find(({ id }) => id === wanted);
  if (found === undefined) throw bad("The transition is missing, or cannot be performed on the issue.");
  const fields = isObject(call.body.fields) ? call.body.fields : {};
  const { asksFor } = found.to;
  if (asksFor !== undefined && fields[asksFor] === undefined)
    throw invalidFields({ [asksFor]: `${asksFor} is required.` });
  const screen = hasScreen(issue, found.to) ? ["resolution"] : [];
  for (const name of Object.keys(fields))
    if (!screen.includes(name))
      throw invalidFields({
        [name]: `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`,
      });
  const resolution = isObject(fields.resolution) ? fields.resolution : { id: "10000" };
  const chosen = resolutions.find(({ id, name }) => id === resolution.id || name === resolution.name);
  if (chosen === undefined) throw invalidFields({ resolution: "The resolution is not valid." });
  call.writes([issue.id]);
  enter(site, call.account, issue, found.to, chosen.name);
  return { status: 204 };
}

export const transitionRoutes: Route[] = [
  { method: "GET", template: "/issue/{issueIdOrKey}/transitions", handle: list },
  { method: "POST", template: "/issue/{issueIdOrKey}/transitions", handle: transition },
];

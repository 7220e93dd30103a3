import type { Answer } from "../../common/answers.ts";
import { presentUser, time } from "../issues/present.ts";
import { bad, JiraRefusal } from "../refusals.ts";
import { type Call, listed, type Route } from "../routes.ts";
import type { JiraSite } from "../site.ts";
import { issueOf, may, projectOf } from "./access.ts";
import { type Permission, permissions } from "./project.ts";

function myPermissions(site: JiraSite, call: Call): Answer {
  const asked = listed(call.query, "permissions");
  const unknown = asked.find((key) => !permissions.some((one) => one === key));
  if (asked.length === 0) throw bad("The 'permissions' query parameter is required.");
  if (unknown !== undefined) throw bad(`Unrecognized permission ${unknown}`);
  const projectName = call.query.get("projectKey") ?? call.query.get("projectId");
  const issueName = call.query.get("issueKey") ?? call.query.get("issueId");
  const scope =
    issueName !== null
      ? [issueOf(site, call.account, issueName).project]
      : projectName !== null
        ? [projectOf(site, call.account, projectName)]
        : site.projects;
  const entries = asked.map((key, index) => [
    key,
    {
      id: String(10 + index),
      key,
      name: key,
      type: "PROJECT",
      description: "",
      havePermission: scope.some((project) => may(project, call.account, key as Permission)),
    },
  ]);
  return { status: 200, body: { permissions: Object.fromEntries(entries) } };
}

// OpenAPI, "Find users assignable to issues": matches names and addresses, also hidden ones.
function assignable(site: JiraSite, call: Call): Answer {
  projectOf(site, call.account, call.query.get("project") ?? "");
  const asked = (call.query.get("query") ?? "").toLowerCase();
  const found = site.people.filter((one) =>
    [one.displayName, one.emailAddress].some((text) => text.toLowerCase().startsWith(asked)),
  );
  const most = Number(call.query.get("maxResults") ?? 50);
  return { status: 200, body: found.slice(0, most).map((one) => presentUser(site, one)) };
}

const serverInfo = (site: JiraSite): Answer => ({
  status: 200,
  body: {
    baseUrl: site.url,
    displayUrl: site.url,
    version: "1001.0.0-SNAPSHOT",
    versionNumbers: [1001, 0, 0],
    deploymentType: "Cloud",
    buildNumber: 100300,
    serverTime: time(Date.now()),
    serverTitle: "Jira",
    serverTimeZone: "Etc/UTC",
  },
});

// Atlassian's CHANGE-2046 removed the old search, although the OpenAPI still has it.
function gone(): Answer {
  throw new JiraRefusal(410, [
    "The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.",
  ]);
}

// OpenAPI, "Register dynamic webhooks": for Connect and OAuth apps only.
function noApp(): Answer {
  throw new JiraRefusal(403, ["Only Connect and OAuth 2.0 apps can use this operation."]);
}

export const accountRoutes: Route[] = [
  {
    method: "GET",
    template: "/myself",
    handle: (site, call) => ({ status: 200, body: presentUser(site, call.account) }),
  },
  { method: "GET", template: "/serverInfo", handle: serverInfo },
  { method: "GET", template: "/user/assignable/search", handle: assignable },
  { method: "GET", template: "/mypermissions", handle: myPermissions },
  { method: "GET", template: "/search", handle: gone },
  { method: "POST", template: "/search", handle: gone },
  { method: "GET", template: "/webhook", handle: noApp },
  { method: "POST", template: "/webhook", handle: noApp },
];

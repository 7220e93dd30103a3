import { type Answer, isObject, type JsonObject } from "../../common/answers.ts";
import { editable, issueOf } from "../projects/access.ts";
import { bad, JiraRefusal } from "../refusals.ts";
import { type Call, param, type Route } from "../routes.ts";
import type { JiraSite } from "../site.ts";
import { put } from "../store.ts";
import { api } from "./present.ts";

// OpenAPI, "Set issue property".
const longestKey = 255;
const longestValue = 32_768;

function problemOf(key: string, value: unknown): string | undefined {
  if (key === "" || key.length > longestKey) return "The property key must have 1 to 255 characters.";
  const text = JSON.stringify(value);
  if (text === undefined) return "The property value must be valid, non-empty JSON.";
  return text.length > longestValue ? "The property value exceeds 32768 characters." : undefined;
}

/** Returns the `properties` of a create or an edit. Throws 400. */
export function propertiesOf(body: JsonObject): JsonObject {
  const properties: JsonObject = {};
  for (const entry of Array.isArray(body.properties) ? body.properties : []) {
    const { key, value } = isObject(entry) ? entry : {};
    const problem = problemOf(String(key ?? ""), value);
    if (problem !== undefined) throw bad(problem);
    properties[String(key)] = value;
  }
  return properties;
}

const noProperty = (key: string) => new JiraRefusal(404, [`The property with key '${key}' does not exist.`]);

function setProperty(site: JiraSite, call: Call): Answer {
  const issue = editable(site, call.account, param(call, "issueIdOrKey"));
  const key = param(call, "propertyKey");
  const problem = problemOf(key, call.raw);
  if (problem !== undefined) throw bad(problem);
  call.writes([issue.id]);
  // A property doesn't change `updated`.
  put(site, { ...issue, properties: { ...issue.properties, [key]: call.raw } });
  return { status: key in issue.properties ? 200 : 201, body: {} };
}

function deleteProperty(site: JiraSite, call: Call): Answer {
  const issue = editable(site, call.account, param(call, "issueIdOrKey"));
  const { [param(call, "propertyKey")]: old, ...properties } = issue.properties;
  if (old === undefined) throw noProperty(param(call, "propertyKey"));
  call.writes([issue.id]);
  put(site, { ...issue, properties });
  return { status: 204 };
}

export const propertyRoutes: Route[] = [
  {
    method: "GET",
    template: "/issue/{issueIdOrKey}/properties",
    handle: (site, call) => {
      const issue = issueOf(site, call.account, param(call, "issueIdOrKey"));
      const self = `${site.url}${api}/issue/${issue.id}/properties/`;
      const keys = Object.keys(issue.properties).map((key) => ({ key, self: self + key }));
      return { status: 200, body: { keys } };
    },
  },
  {
    method: "GET",
    template: "/issue/{issueIdOrKey}/properties/{propertyKey}",
    handle: (site, call) => {
      const issue = issueOf(site, call.account, param(call, "issueIdOrKey"));
      const key = param(call, "propertyKey");
      if (!(key in issue.properties)) throw noProperty(key);
      return { status: 200, body: { key, value: issue.properties[key] } };
    },
  },
  { method: "PUT", template: "/issue/{issueIdOrKey}/properties/{propertyKey}", handle: setProperty },
  { method: "DELETE", template: "/issue/{issueIdOrKey}/properties/{propertyKey}", handle: deleteProperty },
];

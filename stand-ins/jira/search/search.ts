import { createHash } from "node:crypto";
import type { Answer } from "../../common/answers.ts";
import { texts } from "../issues/issues.ts";
import { presentIssue } from "../issues/present.ts";
import { browsable, findIssue } from "../projects/access.ts";
import { bad } from "../refusals.ts";
import type { Call, Route } from "../routes.ts";
import type { Issue, JiraAccount, JiraSite } from "../site.ts";
import { indexed } from "../store.ts";
import { type Clause, jqlTime, parseJql, type Query } from "./jql.ts";

type Test = (issue: Issue) => boolean;

/** Throws 400 for an unknown project or issue, like Jira. */
function testOf(site: JiraSite, account: JiraAccount, { field, operator, values }: Clause): Test {
  const wanted = new Set(operator === "!=" ? [] : values);
  switch (field) {
    case "created":
    case "updated": {
      const times = values.map((value) => jqlTime(field, value));
      return (issue) => times.every((time) => compare(issue[field], operator, time));
    }
    case "project":
      for (const value of wanted)
        if (!site.projects.some((one) => named(one, value) && browsable(one, account)))
          throw bad(`The value '${value}' does not exist for the field 'project'.`);
      return equality(operator, (issue) => values.some((value) => named(issue.project, value)));
    case "labels":
      return equality(operator, (issue) => {
        const labels = Array.isArray(issue.fields.labels) ? issue.fields.labels : [];
        return values.some((value) => labels.includes(value));
      });
    default: {
      const ids = values.map((value) => {
        const issue = findIssue(site, account, value);
        if (issue === undefined)
          throw bad(`An issue with key '${value}' does not exist for field '${field}'.`);
        return issue.id;
      });
      return equality(operator, (issue) =>
        ids.includes(field === "parent" ? (issue.parent ?? "") : issue.id),
      );
    }
  }
}

const named = (project: { id: string; key: string; name: string }, value: string) =>
  [project.id, project.key, project.name].some((one) => one.toLowerCase() === value.toLowerCase());

function equality(operator: string, test: Test): Test {
  if (operator === "=" || operator === "in") return test;
  if (operator === "!=") return (issue) => !test(issue);
  throw bad(`The operator '${operator}' is not supported by the field.`);
}

function compare(value: number, operator: string, time: number): boolean {
  switch (operator) {
    case ">":
      return value > time;
    case ">=":
      return value >= time;
    case "<":
      return value < time;
    case "<=":
      return value <= time;
    default:
      throw bad(`The operator '${operator}' is not supported by dates here.`);
  }
}

const orderKeys: Record<string, (issue: Issue) => number> = {
  created: (issue) => issue.created,
  updated: (issue) => issue.updated,
  id: (issue) => Number(issue.id),
  key: (issue) => Number(issue.key.split("-")[1]),
  issuekey: (issue) => Number(issue.key.split("-")[1]),
};

/** Sorts newest first by default. */
function sorted(issues: Issue[], order: Query["order"]): Issue[] {
  const keys = [...order, { field: "id", descending: true }].map(({ field, descending }) => {
    const of = orderKeys[field];
    if (of === undefined) throw bad(`Not able to sort using field '${field}'.`);
    return { of, sign: descending ? -1 : 1 };
  });
  return issues.sort((a, b) => {
    for (const { of, sign } of keys) if (of(a) !== of(b)) return sign * (of(a) - of(b));
    return 0;
  });
}

/** Returns the indexed issues, with current states for reconciled ids. */
function candidates(site: JiraSite, reconciled: string[]): Issue[] {
  return [...site.index.keys()].flatMap((id) => {
    const issue = reconciled.includes(id) ? site.issues.get(id) : indexed(site, id);
    return issue === undefined ? [] : [issue];
  });
}

// OpenAPI, "Search for issues using JQL enhanced search".
function search(site: JiraSite, call: Call): Answer {
  const jql = String(call.body.jql ?? "");
  const { clauses, order } = parseJql(jql);
  const reconciled = Array.isArray(call.body.reconcileIssues) ? call.body.reconcileIssues.map(String) : [];
  if (reconciled.length > 50) throw bad("At most 50 issues can be reconciled.");
  const tests = clauses.map((clause) => testOf(site, call.account, clause));
  const visible = ({ id, project }: Issue) =>
    browsable(project, call.account) && !project.archived && !site.hidden.has(id);
  const found = sorted(
    candidates(site, reconciled).filter((issue) => visible(issue) && tests.every((test) => test(issue))),
    order,
  );
  const asked = texts(call.body.fields ?? ["id"]);
  const idsOnly = asked.every((name) => name === "id" || name === "key");
  const size = Math.min(Number(call.body.maxResults ?? 50), idsOnly ? 5000 : 100);
  const start = startOf(jql, call.body.nextPageToken);
  const isLast = start + size >= found.length;
  const properties = texts(call.body.properties);
  return {
    status: 200,
    body: {
      issues: found
        .slice(start, start + size)
        .map((issue) =>
          asked.every((name) => name === "id") && properties.length === 0
            ? { id: issue.id }
            : presentIssue(site, issue, asked, properties),
        ),
      isLast,
      ...(isLast ? {} : { nextPageToken: `${start + size}-${digest(jql)}` }),
    },
  };
}

const digest = (jql: string) => createHash("sha256").update(jql).digest("base64url").slice(0, 16);

function startOf(jql: string, token: unknown): number {
  if (token === undefined || token === null) return 0;
  const [, start, of] = /^(\d+)-(.+)$/.exec(String(token)) ?? [];
  if (start === undefined || of !== digest(jql))
    throw bad("The provided next page token is invalid or expired.");
  return Number(start);
}

export const searchRoutes: Route[] = [{ method: "POST", template: "/search/jql", handle: search }];

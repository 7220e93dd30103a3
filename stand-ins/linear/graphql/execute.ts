import type { IncomingMessage } from "node:http";
import { GraphQLError, type GraphQLSchema, execute as run } from "graphql";
import type { Answer } from "../../common/answers.ts";
import { take } from "../quota.ts";
import type { Grant, LinearSite } from "../site.ts";
import { maxComplexity } from "./complexity.ts";
import type { Inspected } from "./documents.ts";
import { authenticationError, invalidInput, LeftOut, rateLimited, refused } from "./errors.ts";
import { contextOf } from "./objects.ts";
import { resolve } from "./resolve.ts";

type Asked = { method: string; path: string; headers: IncomingMessage["headers"]; inspected: Inspected };

/** Takes a bare API key, or an OAuth token after "Bearer". */
export function grantOf(site: LinearSite, authorization: string): Grant | undefined {
  const bearer = /^Bearer (.*)$/.exec(authorization)?.[1];
  const grant = site.tokens.get(bearer ?? authorization);
  if (grant === undefined || grant.expired) return undefined;
  return (grant.kind === "oauth") === (bearer !== undefined) ? grant : undefined;
}

/**
 * Answers a request: 401 without a valid token, 400 for a limit or an invalid document, else 200, even with
 * `errors`.
 */
export async function executeGraphQL(
  site: LinearSite,
  schema: GraphQLSchema,
  asked: Asked,
  report: (problems: string[]) => void,
): Promise<Answer> {
  const { inspected } = asked;
  if (asked.path.split("?")[0] !== "/graphql") return { status: 404, body: "<html>Not found</html>" };
  if (asked.method !== "POST" || !/^application\/json\b/.test(asked.headers["content-type"] ?? ""))
    return refused(400, invalidInput("GraphQL is asked by POST with application/json"));
  const grant = grantOf(site, asked.headers.authorization ?? "");
  const viewer = grant && site.users.get(grant.userId);
  if (grant === undefined || viewer === undefined) return refused(401, authenticationError());
  if (!take(site.quota.requests, 1))
    return refused(400, rateLimited(`only ${site.quota.requests.limit} requests are allowed per 1 hour`));
  if (inspected.refusal !== undefined) {
    const { code, messages } = inspected.refusal;
    return refused(400, ...messages.map((message) => new GraphQLError(message, { extensions: { code } })));
  }
  const { complexity, document, operation, variables } = inspected;
  if (document === undefined || operation === undefined) throw new Error("inspected without an operation");
  if (complexity > maxComplexity)
    return refused(400, invalidInput(`Query too complex: ${complexity} points`));
  if (!take(site.quota.complexity, complexity))
    return refused(400, rateLimited(`only ${site.quota.complexity.limit} points are allowed per 1 hour`));
  const { errors, data } = await run({
    schema,
    document,
    contextValue: contextOf({ site, viewer, grant }),
    fieldResolver: resolve,
    variableValues: variables,
    ...(operation.name ? { operationName: operation.name.value } : {}),
  });
  // Clients get their own mistakes; the stand-in's gaps are for its author.
  for (const { originalError, message } of errors ?? [])
    if (originalError instanceof LeftOut) report([message]);
    else if (!(originalError instanceof GraphQLError)) report([`the stand-in failed: ${message}`]);
  return {
    status: 200,
    body: { ...(errors ? { errors: errors.map((error) => error.toJSON()) } : {}), data: data ?? null },
    headers: { "x-complexity": String(complexity) },
  };
}

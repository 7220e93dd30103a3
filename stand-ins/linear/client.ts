import { fieldsOf, isObject, type JsonObject } from "../common/answers.ts";
import type { LinearStandIn } from "./start.ts";

type Got = { status: number; headers: Headers; body: JsonObject };
type Failure = { message: string; path?: string[]; extensions: JsonObject };

/** Sends plain requests, for the stand-in's own tests. */
export function client(standIn: Pick<LinearStandIn, "url" | "teamId">, authorization: string) {
  const post = (query: string, variables: JsonObject = {}) =>
    fetch(`${standIn.url}/graphql`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });

  async function send(query: string, variables?: JsonObject): Promise<Got> {
    const response = await post(query, variables);
    return { status: response.status, headers: response.headers, body: fieldsOf(await response.json()) };
  }

  /** Returns the data, or throws on errors. */
  async function data(query: string, variables?: JsonObject): Promise<JsonObject> {
    const { status, body } = await send(query, variables);
    if (status !== 200 || body.errors !== undefined)
      throw new Error(`${status}: ${JSON.stringify(body.errors)}`);
    return fieldsOf(body.data);
  }

  /** Returns the errors of a request that must fail. */
  async function failures(query: string, variables?: JsonObject): Promise<Failure[]> {
    const { body } = await send(query, variables);
    if (!Array.isArray(body.errors)) throw new Error(`no errors: ${JSON.stringify(body)}`);
    return body.errors.map((error: unknown) => ({
      message: String(fieldsOf(error).message),
      path: fieldsOf(error).path as string[],
      extensions: isObject(error) && isObject(error.extensions) ? error.extensions : {},
    }));
  }

  /** Sends a mutation with one `input`; returns these properties of its result. */
  async function sendEdits(
    name: string,
    type: string,
    input: JsonObject,
    wanted: string,
  ): Promise<JsonObject> {
    const got = await data(mutation(name, type, wanted), { input });
    return fieldsOf(got[name]);
  }

  const mutation = (name: string, type: string, wanted: string) =>
    `mutation ($input: ${type}!) { ${name}(input: $input) { success ${wanted} } }`;

  return {
    post,
    send,
    data,
    failures,
    sendEdits,
    refusal: (name: string, type: string, input: JsonObject) => failures(mutation(name, type, ""), { input }),
    async create(title: string, more: JsonObject = {}): Promise<{ id: string; identifier: string }> {
      const input = { teamId: standIn.teamId, title, ...more };
      const { issue } = await sendEdits("issueCreate", "IssueCreateInput", input, "issue { id identifier }");
      return { id: String(fieldsOf(issue).id), identifier: String(fieldsOf(issue).identifier) };
    },
    async update(id: string, input: JsonObject, wanted = "issue { id }"): Promise<JsonObject> {
      const query = `mutation ($id: String!, $input: IssueUpdateInput!) {
        issueUpdate(id: $id, input: $input) { success ${wanted} }
      }`;
      return fieldsOf((await data(query, { id, input })).issueUpdate);
    },
    async project(name: string, more: JsonObject = {}): Promise<string> {
      const input = { teamIds: [standIn.teamId], name, ...more };
      const { project } = await sendEdits("projectCreate", "ProjectCreateInput", input, "project { id }");
      return String(fieldsOf(project).id);
    },
    async block(issueId: string, relatedIssueId: string, more: JsonObject = {}): Promise<string> {
      const input = { issueId, relatedIssueId, type: "blocks", ...more };
      const got = await sendEdits(
        "issueRelationCreate",
        "IssueRelationCreateInput",
        input,
        "issueRelation { id }",
      );
      return String(fieldsOf(got.issueRelation).id);
    },
  };
}

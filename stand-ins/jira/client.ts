import { fieldsOf, type JsonObject } from "../common/answers.ts";
import { basic } from "./start.ts";

type Got = { status: number; headers: Headers; body: unknown };

/** Sends plain requests, for the stand-in's own tests. Paths are relative to `/rest/api/3`. */
export function client(
  standIn: { url: string; email: string; token: string; projectKey: string },
  as?: string,
) {
  const credential = as ?? basic(standIn.email, standIn.token);

  async function send(method: string, path: string, body?: unknown): Promise<Got> {
    const response = await fetch(`${standIn.url}/rest/api/3${path}`, {
      method,
      redirect: "manual",
      headers: {
        authorization: `Basic ${credential}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  }

  /** Returns the body's fields; throws on an unexpected status. */
  async function fields(status: number, ...request: Parameters<typeof send>): Promise<JsonObject> {
    const got = await send(...request);
    if (got.status !== status)
      throw new Error(`${got.status} instead of ${status}: ${JSON.stringify(got.body)}`);
    return fieldsOf(got.body);
  }

  const issue = (summary: string, more: JsonObject = {}, type = "Story"): JsonObject => ({
    fields: { project: { key: standIn.projectKey }, issuetype: { name: type }, summary, ...more },
  });

  return {
    send,
    fields,
    issue,
    status: async (...request: Parameters<typeof send>) => (await send(...request)).status,
    create: async (summary: string, more: JsonObject = {}, type = "Story") => {
      const made = await fields(201, "POST", "/issue", issue(summary, more, type));
      return { id: String(made.id), key: String(made.key) };
    },
    block: (blocker: string, blocked: string) =>
      send("POST", "/issueLink", {
        type: { name: "Blocks" },
        inwardIssue: { key: blocker },
        outwardIssue: { key: blocked },
      }),
    search: (jql: string, more: JsonObject = {}) => fields(200, "POST", "/search/jql", { jql, ...more }),
  };
}

export const paragraph = (text: string) => ({
  type: "doc",
  version: 1,
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

import { fieldsOf, type JsonObject } from "../common/answers.ts";
import type { GitHubStandIn } from "./start.ts";

type Got = { status: number; headers: Headers; body: unknown };

/** Sends plain requests, for the stand-in's own tests. Paths are relative to the API's base address. */
export function client(standIn: Pick<GitHubStandIn, "url">, token: string) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Got> {
    const response = await fetch(standIn.url + path, {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${token}`, ...headers },
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

  return {
    send,
    fields,
    status: async (...request: Parameters<typeof send>) => (await send(...request)).status,
    list: async (path: string) => {
      const { body } = await send("GET", path);
      return (Array.isArray(body) ? body : []).map((item) => fieldsOf(item));
    },
    /** Creates an issue and returns its number and database id. */
    create: async (repository: string, title: string) => {
      const issue = await fields(201, "POST", `/repos/${repository}/issues`, { title });
      return { number: Number(issue.number), id: Number(issue.id) };
    },
  };
}

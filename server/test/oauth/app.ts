import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Landing, Served, Visitor } from "./visitor.ts";

export interface ProgramAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers and fail where they are different.
  body: any;
}

/** Sends a form, as all endpoints but registration require. */
export async function sendForm(
  base: string,
  path: string,
  fields: Record<string, string>,
): Promise<ProgramAnswer> {
  const answer = await fetch(base + path, { method: "POST", body: new URLSearchParams(fields) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
}

export async function sendRegistration(base: string, metadata: object): Promise<ProgramAnswer> {
  const answer = await fetch(`${base}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** An app without a library, which can misbehave. */
export class App {
  readonly base: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier = randomBytes(32).toString("base64url");

  constructor(base: string, clientId: string, redirectUri: string) {
    this.base = base;
    this.clientId = clientId;
    this.redirectUri = redirectUri;
  }

  static async register(
    { base }: Pick<Served, "base">,
    redirectUri = "https://app.example/callback",
    metadata: object = {},
  ): Promise<App> {
    const { status, body } = await sendRegistration(base, {
      client_name: "Attacked",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      ...metadata,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return new App(base, body.client_id, redirectUri);
  }

  /** Returns a request's address; `parameters` override defaults, and null removes one. */
  address(parameters: Record<string, string | null> = {}): string {
    const all: Record<string, string | null> = {
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: "code",
      scope: "write",
      state: "state",
      code_challenge: createHash("sha256").update(this.verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...parameters,
    };
    const given = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
    return `${this.base}/oauth/authorize?${new URLSearchParams(given)}`;
  }

  async code(visitor: Visitor, workspaceId?: string): Promise<string> {
    const decision = { allow: true, ...(workspaceId === undefined ? {} : { workspaceId }) };
    return (await visitor.decide(this.address(), decision)).searchParams.get("code") ?? "";
  }

  exchange(code: string, fields: Record<string, string> = {}, base = this.base): Promise<ProgramAnswer> {
    return sendForm(base, "/oauth/token", {
      grant_type: "authorization_code",
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      code,
      ...fields,
    });
  }

  refresh(token: string, base = this.base, fields: Record<string, string> = {}): Promise<ProgramAnswer> {
    return sendForm(base, "/oauth/token", {
      grant_type: "refresh_token",
      client_id: this.clientId,
      refresh_token: token,
      ...fields,
    });
  }

  async tokens(visitor: Visitor): Promise<{ access: string; refresh: string }> {
    const { status, body } = await this.exchange(await this.code(visitor));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { access: body.access_token, refresh: body.refresh_token };
  }
}

/** Expects an error page of ours without redirect, style or script. */
export function expectErrorPage({ status, location, headers, text }: Landing): void {
  expect(status).toBe(400);
  expect(location).toBe("");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'; frame-ancestors 'none'");
  expect(text).toContain("<h1>The app was not connected</h1>");
  expect(text).not.toMatch(/<script|<style|style=|evil/);
}

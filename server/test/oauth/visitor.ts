import type { ConsoleEndpoint, Reply, Request, Scope } from "@groundplan/contract";
import { decideConsent, getConsent } from "@groundplan/contract";
import { beforeAll } from "vitest";
import { addressOf } from "../../../client/src/http-request.ts";
import { signedInBrowser } from "../browser.ts";
import type { databases } from "../databases.ts";
import { openWorld, setUpWorld, type World } from "../world.ts";

export interface Served {
  world: World;
  base: string;
}

type Create = (typeof databases)[number]["create"];

export async function openServed(create: Create): Promise<Served> {
  const world = await openWorld(create);
  return { world, base: await serve(world) };
}

/** Opens a service with an address before the tests of the block that calls this, and closes it after them. */
export function setUpServed(create: Create): Served {
  const served = { world: setUpWorld(create), base: "" };
  beforeAll(async () => {
    served.base = await serve(served.world);
  });
  return served;
}

async function serve({ app, context }: World): Promise<string> {
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const base = `http://localhost:${port}`;
  context.listensOn(base);
  return base;
}

interface Cookie {
  value: string;
  path: string;
}

/** The page that a request led to, without further redirects. */
export interface Landing {
  status: number;
  headers: Headers;
  location: string;
  text: string;
}

/** A browser with a path-aware cookie jar that requests real addresses. */
export class Visitor {
  readonly #base: string;
  readonly #jar = new Map<string, Cookie>();

  constructor(base: string) {
    this.#base = base;
  }

  /** Signs a person in, replacing any earlier session. */
  async signIn({ world }: Served, person: { email: string }): Promise<this> {
    const { browser } = await signedInBrowser(world, person);
    const [name = "", value = ""] = (browser.cookie ?? "").split("=");
    this.#jar.set(name, { value, path: "/" });
    return this;
  }

  forget(name: string): void {
    this.#jar.delete(name);
  }

  async #send(address: string, init: RequestInit): Promise<Landing> {
    const url = new URL(address, this.#base);
    const cookies = [...this.#jar]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, "/")))
      .map(([name, { value }]) => `${name}=${value}`);
    const headers = { ...init.headers, ...(cookies.length > 0 ? { cookie: cookies.join("; ") } : {}) };
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(rest)?.[1] ?? "/";
      if (value === "") this.#jar.delete(name);
      else this.#jar.set(name, { value, path });
    }
    const location = answer.headers.get("location") ?? "";
    return { status: answer.status, headers: answer.headers, location, text: await answer.text() };
  }

  go = (address: string) => this.#send(address, { headers: { accept: "text/html" } });

  async console<E extends ConsoleEndpoint>(endpoint: E, request: Request<E>) {
    const { body } = request as { body?: unknown };
    const address = addressOf(endpoint, request as Parameters<typeof addressOf>[1]);
    const { status, text } = await this.#send(address, {
      method: endpoint.method,
      headers: {
        "sec-fetch-site": "same-origin",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers and fail where they are different.
    return { status, body: JSON.parse(text) as any };
  }

  async call<E extends ConsoleEndpoint>(endpoint: E, request: Request<E>): Promise<Reply<E>> {
    const { status, body } = await this.console(endpoint, request);
    if (status >= 300) throw new Error(`${endpoint.id}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async ask(address: string | URL): Promise<string> {
    const { status, location, text } = await this.go(String(address));
    const uid = /^(?:https?:\/\/[^/]+)?\/oauth\/consent\/([\w-]+)$/.exec(location)?.[1];
    if (!uid) throw new Error(`no question: ${status} ${location} ${text}`);
    return uid;
  }

  /** Goes through an app's request and returns the callback address. */
  async decide(
    address: string | URL,
    decision: { allow: boolean; workspaceId?: string; scope?: Scope } = { allow: true },
  ): Promise<URL> {
    const uid = await this.ask(address);
    await this.call(getConsent, { params: { uid } });
    const { redirectTo } = await this.call(decideConsent, { params: { uid }, body: decision });
    const { status, location, text } = await this.go(redirectTo);
    if (status !== 303 || location === "") throw new Error(`not sent back: ${status} ${location} ${text}`);
    return new URL(location);
  }
}

export async function meOf(
  base: string,
  token: string,
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const answer = await fetch(`${base}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

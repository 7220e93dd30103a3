import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Endpoint, endpoints, type Reply, type Request } from "@groundplan/contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Writer } from "../src/dispatch/writer.ts";
import { createLog } from "../src/log.ts";
import { createContext, type Overrides, type ProcessContext } from "../src/process.ts";
import type { databases, TestDatabase } from "./databases.ts";
import { addFirstPeople, type MadePerson, makeKey, makePerson } from "./first-people.ts";
import { formHeaders } from "./form.ts";
import { requireNoSecrets } from "./no-secrets.ts";
import { documentedAnswer } from "./openapi.ts";
import { readHere } from "./read-here.ts";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers that the OpenAPI document checks.
  body: any;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const streams = new Set(endpoints.filter(({ stream }) => stream).map(({ path }) => path));

export class Person {
  readonly #world: World;
  readonly userId: string;
  readonly email: string;
  readonly key: string;

  constructor(world: World, userId: string, email: string, key: string) {
    this.#world = world;
    this.userId = userId;
    this.email = email;
    this.key = key;
  }

  send(method: Method, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#world.send(method, url, body, { authorization: `Bearer ${this.key}`, ...headers });
  }
  get = (url: string, headers?: Record<string, string>) => this.send("GET", url, undefined, headers);
  post = (url: string, body?: unknown, headers?: Record<string, string>) =>
    this.send("POST", url, body, headers);
  put = (url: string, body?: unknown, headers?: Record<string, string>) =>
    this.send("PUT", url, body, headers);
  patch = (url: string, body?: unknown, headers?: Record<string, string>) =>
    this.send("PATCH", url, body, headers);
  delete = (url: string, headers?: Record<string, string>) => this.send("DELETE", url, undefined, headers);

  async call<E extends Endpoint>(endpoint: E, request: Request<E>): Promise<Reply<E>> {
    const { params, query, body } = request as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ""),
    );
    const search = query ? `?${new URLSearchParams(query)}` : "";
    const answer = await this.send(endpoint.method, path + search, body);
    if (answer.status >= 300)
      throw new Error(`${endpoint.id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** Answers checked against the document before they were sent. */
const documented = new WeakSet<object>();

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Builds the service so that every answer missing from the OpenAPI document becomes a 500. */
export function buildCheckedApp(...given: Parameters<typeof buildApp>): FastifyInstance {
  const app = buildApp(...given);
  app.addHook("onSend", (request, reply, payload, next) => {
    const { method, url } = request;
    if (payload instanceof Readable) return next();
    const decoded = decoders[String(reply.getHeader("content-encoding"))];
    const body = String((decoded && payload instanceof Buffer ? decoded(payload) : payload) ?? "");
    const problem = documentedAnswer(method, url, reply.statusCode, body);
    if (problem && reply.statusCode < 500) throw new Error(problem);
    if (!problem) documented.add(reply.raw);
    next();
  });
  return app;
}

/**
 * A service on a fresh database with the workspaces `acme` (owner alice, members bob and carol, viewer vera)
 * and `other` (owner mallory). Every answer is checked against the OpenAPI document.
 */
export class World {
  context!: ProcessContext;
  app!: FastifyInstance;
  logged!: string[];
  #database!: TestDatabase;
  alice!: Person;
  bob!: Person;
  carol!: Person;
  vera!: Person;
  mallory!: Person;

  serve(database: TestDatabase, context: ProcessContext, logged: string[]): this {
    this.#database = database;
    this.context = context;
    this.logged = logged;
    this.app = buildCheckedApp(context);
    return this;
  }

  personOf({ userId, email, key }: MadePerson): Person {
    return new Person(this, userId, email, key);
  }

  get env(): Record<string, string> {
    return this.#database.env;
  }

  async send(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const payload =
      body === undefined
        ? {}
        : { payload: typeof body === "string" || body instanceof Buffer ? body : JSON.stringify(body) };
    const type =
      body === undefined ? {} : body instanceof Buffer ? formHeaders : { "content-type": "application/json" };
    if (method === "GET" && streams.has(url.split("?", 1)[0] ?? "")) return this.#begin(url, headers);
    const reply = await this.app.inject({ method, url, headers: { ...type, ...headers }, ...payload });
    const ofType = String(reply.headers["content-type"]);
    if (ofType.includes("ndjson"))
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    // Answers without Fastify's hooks and failures have not been checked.
    const isChecked = documented.has(reply.raw.res);
    const problem = isChecked ? null : documentedAnswer(method, url, reply.statusCode, reply.body);
    if (problem) throw new Error(problem);
    const json = ofType.includes("json") && reply.body !== "";
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: json ? JSON.parse(reply.body) : reply.body,
    };
  }

  /** Requests a stream and leaves after its first part; errors are read whole. */
  async #begin(url: string, headers: Record<string, string>): Promise<Answer> {
    const leave = new AbortController();
    const { signal } = leave;
    const reply = await this.app.inject({ method: "GET", url, headers, payloadAsStream: true, signal });
    const { statusCode: status, headers: answered } = reply;
    const parts: string[] = [];
    for await (const part of reply.stream()) {
      parts.push(String(part));
      if (status === 200) break;
    }
    leave.abort();
    const text = parts.join("");
    const problem = documentedAnswer("GET", url, status, text);
    if (problem) throw new Error(problem);
    return { status, headers: answered, body: status === 200 ? text : JSON.parse(text) };
  }

  async person(name: string, role: "OWNER" | "MEMBER" | "VIEWER", workspace: string): Promise<Person> {
    return this.personOf(await makePerson(this.command, name, role, workspace));
  }

  async key(email: string, workspace: string, scope: "read" | "write"): Promise<string> {
    return makeKey(this.command, email, workspace, scope);
  }

  async reader(person: Person, workspace = "acme"): Promise<Person> {
    return new Person(this, person.userId, person.email, await this.key(person.email, workspace, "read"));
  }

  command: Writer["run"] = (command, input) => this.context.writer.run(command, input);

  async close(): Promise<void> {
    await this.app.close();
    await this.context.close();
    requireNoSecrets("the log", this.logged.join(""));
    await this.#database.drop();
  }
}

type Create = (typeof databases)[number]["create"];
type Options = Overrides & { env?: Record<string, string>; jobs?: "off"; project?: string };

/** Opens a world before the tests of the block that calls this, and closes it after them. */
export function setUpWorld(create: Create, options?: Options): World {
  const world = new World();
  beforeAll(async () => {
    await openWorld(create, options, world);
  });
  afterAll(() => world.close());
  return world;
}

/**
 * Opens a world that reads documents in this process; tests of the confined process set `context.extract`.
 * The caller closes it.
 */
export async function openWorld(create: Create, options: Options = {}, world = new World()): Promise<World> {
  const { env = {}, project, ...overrides } = options;
  const database = await create("with people");
  const config = readConfig({
    GROUNDPLAN_RATE_LIMIT: "1000000",
    GROUNDPLAN_JOB_POLL_MS: "50",
    ...database.env,
    ...env,
  });
  const logged: string[] = [];
  const log = createLog("info", { write: (line) => logged.push(line) });
  const context = await createContext(config, log, overrides);
  context.extract = readHere;
  world.serve(database, context, logged);
  const people = database.people.length > 0 ? database.people : await addFirstPeople(world.command);
  const first = (name: string) => {
    const made = people.find((person) => person.name === name);
    if (!made) throw new Error(`The database has no ${name}.`);
    return world.personOf(made);
  };
  world.alice = first("alice");
  world.bob = first("bob");
  world.carol = first("carol");
  world.vera = first("vera");
  world.mallory = first("mallory");
  if (project) await world.alice.post("/v1/projects", { name: project });
  return world;
}

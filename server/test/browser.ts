import type { ConsoleEndpoint, Reply, Request, Session } from "@groundplan/contract";
import { createConsoleToken, signIn } from "@groundplan/contract";
import { expect } from "vitest";
import { addressOf } from "../../client/src/http-request.ts";
import { now } from "../src/ids.ts";
import { hashSecret } from "../src/modules/identity/key-format.ts";
import { newLink } from "../src/modules/sign-in/links.ts";
import { hashPassword } from "../src/modules/sign-in/passwords/password.ts";
import { resetUser } from "../src/modules/sign-in/reset-user.ts";
import { withRows } from "./own-connection.ts";
import { type Answer, Person, type World } from "./world.ts";

export const password = "correct horse battery";

export class Browser {
  readonly #world: World;
  readonly #address: string;
  cookie: string | null = null;
  /** The cookie of the browser that began a sign-in. */
  begun: string | null = null;
  /** The cookie of a browser that has signed in before. */
  known: string | null = null;

  constructor(world: World, address = "192.0.2.1") {
    this.#world = world;
    this.#address = address;
  }

  /** Sends a request as the console would; `headers` override the browser's. */
  async send<E extends ConsoleEndpoint>(
    endpoint: E,
    request: Request<E>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { body } = request as { body?: unknown };
    const reply = await this.#world.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint, request as Parameters<typeof addressOf>[1]),
      remoteAddress: this.#address,
      headers: {
        "sec-fetch-site": "same-origin",
        "user-agent": "Test browser",
        ...this.cookies(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    this.keep(reply.headers["set-cookie"]);
    return { status: reply.statusCode, headers: reply.headers, body: JSON.parse(reply.body) };
  }

  cookies(): Record<string, string> {
    const cookie = [this.cookie, this.begun, this.known].filter((pair) => pair !== null).join("; ");
    return cookie === "" ? {} : { cookie };
  }

  keep(cookies: string | string[] | undefined): void {
    for (const cookie of [cookies ?? []].flat()) {
      const [pair = ""] = cookie.split(";");
      if (pair.includes("groundplan-begun=")) this.begun = pair;
      else if (pair.includes("groundplan-known=")) this.known = pair;
      else this.cookie = pair.endsWith("=") ? null : pair;
    }
  }

  async visit(url: string): Promise<string | undefined> {
    const reply = await this.#world.app.inject({
      method: "GET",
      url,
      remoteAddress: this.#address,
      headers: { "sec-fetch-site": "cross-site", accept: "text/html", ...this.cookies() },
    });
    this.keep(reply.headers["set-cookie"]);
    return reply.headers.location;
  }

  async call<E extends ConsoleEndpoint>(endpoint: E, request: Request<E>): Promise<Reply<E>> {
    const answer = await this.send(endpoint, request);
    if (answer.status >= 300)
      throw new Error(`${endpoint.id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  signIn = (email: string, word = password): Promise<Answer> =>
    this.send(signIn, { body: { email, password: word } });

  async token(session: Pick<Session, "user">, workspaceId?: string): Promise<Person> {
    const body = workspaceId === undefined ? {} : { workspaceId };
    const { token } = await this.call(createConsoleToken, { body });
    return new Person(this.#world, session.user.id, session.user.email, token);
  }
}

/** Waits until the workspaces' histories have recorded all changes to members. */
export const told = ({ context }: World) =>
  expect.poll(() => context.db.selectFrom("person_events").select("id").execute()).toEqual([]);

export async function resetLink(world: World, { email }: { email: string }): Promise<string> {
  const secret = newLink();
  await world.command(resetUser, { email, secretHash: hashSecret(secret) });
  return secret;
}

let hash: Promise<string> | null = null;

/** Sets the test password directly in the database: a reset link would revoke keys and apps. */
async function givePassword(world: World, { email }: { email: string }): Promise<void> {
  hash ??= hashPassword(password);
  const values = { hash: await hash, changed_at: now() };
  await withRows(world, async (db) => {
    const user = db.selectFrom("users").select("id as user_id").where("email", "=", email);
    const { user_id } = await user.executeTakeFirstOrThrow();
    await db
      .insertInto("passwords")
      .values({ user_id, ...values })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
      .execute();
  });
}

export async function signedInBrowser(world: World, person: { email: string }) {
  const browser = new Browser(world);
  await givePassword(world, person);
  const { session } = await browser.call(signIn, { body: { email: person.email, password } });
  return { browser, session };
}

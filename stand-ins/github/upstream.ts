import { createEmulator } from "emulate";
import { Agent, request } from "undici";
import type { Repository } from "./site.ts";

export type Reply = { status: number; body: unknown; link: string | null };

/** `emulate`'s GitHub, called as a seeded user. `publicUrl` replaces its own address. */
export type Upstream = {
  call(login: string, method: string, path: string, body?: unknown): Promise<Reply>;
  close(): Promise<void>;
};

// emulate allows each token 5,000 requests an hour; the front has its own limit, so it rotates tokens
// earlier.
const callsPerToken = 4_000;
const tokensPerUser = 100;
const tokenOf = (login: string, index: number) => `upstream-${login}-${index}`;

/** Starts `emulate` with public repositories and all users as members: the front controls access. */
export async function startUpstream(
  users: string[],
  repositories: Repository[],
  publicUrl: string,
): Promise<Upstream> {
  const owners = new Set(repositories.map((repo) => repo.owner).filter((owner) => !users.includes(owner)));
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      tokens: Object.fromEntries(
        users.flatMap((login) =>
          Array.from({ length: tokensPerUser }, (_, i) => [tokenOf(login, i), { login }]),
        ),
      ),
      github: {
        users: users.map((login) => ({ login, name: login })),
        orgs: [...owners].map((login) => ({ login, members: users.map((member) => ({ login: member })) })),
        repos: repositories.map(({ owner, name }) => ({ owner, name })),
      },
    },
  });
  const named = emulator.url;
  const address = named.replace("localhost", "127.0.0.1");
  const publish = (text: string) => text.replaceAll(named, publicUrl).replaceAll(address, publicUrl);
  // Connection reuse halves the cost. emulate closes connections idle for 5 s; this end must do so earlier.
  const dispatcher = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 });
  let calls = 0;

  return {
    async call(login, method, path, body) {
      if (!users.includes(login)) throw new Error(`${login} is not a user of the stand-in`);
      const token = tokenOf(login, Math.floor(calls++ / callsPerToken));
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(address + path, {
        dispatcher,
        method: method as "GET",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const { link } = headers;
      return {
        status: statusCode,
        body: text === "" ? undefined : JSON.parse(publish(text), wholeSeconds),
        link: link === undefined ? null : publish(String(link)),
      };
    },
    async close() {
      await dispatcher.close();
      await emulator.close();
    },
  };
}

// GitHub's times have whole seconds.
function wholeSeconds(key: string, value: unknown): unknown {
  return key.endsWith("_at") && typeof value === "string" ? value.replace(/\.\d+Z$/, "Z") : value;
}

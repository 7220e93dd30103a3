import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { databases, type TestDatabase } from "../databases.ts";
import { type GitHubStandIn, startGitHub } from "../github/start.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const kills = process.env.LONG ? 200 : 30;
const specsPerPlan = 6;
const withoutMarker = new URL("./serve-without-marker.ts", import.meta.url).pathname;

interface Death {
  happened: Promise<"killed">;
  /** Answers whether it is too late for that. */
  cancel(): boolean;
}

/** A service that pushes to a stand-in, and is killed at a random call, before or after GitHub carried it out. */
class Drill {
  readonly #env: Record<string, string>;
  readonly #key: string;
  readonly #script: string | undefined;
  readonly github: GitHubStandIn;
  service!: Service;
  killed = 0;
  plans = 0;

  constructor(database: TestDatabase, key: string, github: GitHubStandIn, script?: string) {
    this.#env = { ...database.env, GROUNDPLAN_GITHUB_API_URL: github.url };
    this.#key = key;
    this.#script = script;
    this.github = github;
  }

  async start(): Promise<void> {
    this.service = await startService(this.#env, this.#script);
  }

  async send<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await fetch(this.service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json as T;
  }

  async connect(): Promise<void> {
    await this.send("POST", "/v1/projects", { name: "Web" });
    await this.send("POST", "/v1/connectors/github/connect", { apiKey: this.github.token });
    const target = { repository: this.github.repository };
    await this.send("PUT", "/v1/projects/web/tracker", { provider: "tracker_c", target });
  }

  /** A plan in which each spec needs the one before. Answers its address. */
  async plan(): Promise<string> {
    this.plans++;
    const { plan } = await this.send<{ plan: { shortId: string } }>("POST", "/v1/projects/web/plans", {
      name: `Plan ${this.plans}`,
    });
    const path = `/v1/projects/web/plans/${plan.shortId}`;
    const specs = Array.from({ length: specsPerPlan }, (_, at) => ({
      ref: `${at}`,
      title: `Spec ${this.plans}.${at}`,
      content: "## Acceptance criteria\n\n1. It works.",
      needsFirst: at > 0 ? [`${at - 1}`] : [],
    }));
    await this.send("POST", `${path}/specs/batch`, { specs });
    return path;
  }

  /** Starts a push, which runs into its end `kills` calls later, and answers when it was carried out whole. */
  async push(path: string, mayKill: () => boolean): Promise<string> {
    await this.send("POST", `${path}/push`, {}, { prefer: "respond-async" });
    for (;;) {
      const death = mayKill() ? this.#killSomewhere() : null;
      const ended = await Promise.race([this.#ended(path), ...(death ? [death.happened] : [])]);
      // A timer may have fired while the push ended.
      if (ended !== "killed" && !death?.cancel()) return ended;
      if (ended !== "killed") await death?.happened;
      this.killed++;
      await this.start();
      if (ended !== "killed") return ended;
    }
  }

  /** At a call, where a push can do most harm, or at any moment of it. */
  #killSomewhere(): Death {
    if (Math.random() < 0.6) return this.#killAtRandomCall();
    const { promise, resolve } = Promise.withResolvers<"killed">();
    let fired = false;
    const timer = setTimeout(() => {
      fired = true;
      void this.service.kill().then(() => resolve("killed"));
    }, Math.random() * 400);
    const cancel = () => {
      clearTimeout(timer);
      return fired;
    };
    return { happened: promise, cancel };
  }

  #killAtRandomCall(): Death {
    let left = 1 + Math.floor(Math.random() * 6);
    const before = Math.random() < 0.5;
    const { promise, resolve } = Promise.withResolvers<"killed">();
    const die = async () => {
      left--;
      if (left !== 0) return;
      await this.service.kill();
      resolve("killed");
    };
    const writes = ({ method }: { method: string }) => method !== "GET";
    const cancel = before
      ? this.github.onRequest(async (request) => {
          if (!writes(request)) return undefined;
          await die();
          return left === 0 ? { before: "cut" } : undefined;
        })
      : this.github.onResponse(async (request) => {
          if (writes(request)) await die();
        });
    const end = () => {
      cancel();
      return false;
    };
    return { happened: promise.finally(cancel), cancel: end };
  }

  async #ended(path: string): Promise<string> {
    for (;;) {
      await sleep(30);
      try {
        const { pushes } = await this.send<{ pushes: { status: string; caveats: string[] }[] }>(
          "GET",
          `${path}/pushes`,
        );
        const { status = "", caveats = [] } = pushes.at(-1) ?? {};
        if (status !== "running" && status !== "queued") return `${status} ${caveats.join(" ")}`.trim();
      } catch {
        await sleep(30); // It was killed, or is starting.
      }
    }
  }
}

/** Titles of specs that have more than one issue. */
const doubled = (issues: { title: string }[]) =>
  [...Map.groupBy(issues, (issue) => issue.title)].flatMap(([title, same]) =>
    same.length > 1 ? [title] : [],
  );

describe.each(databases)("$database", ({ create }) => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function drill(script?: string): Promise<Drill> {
    const database = await create();
    ends.push(() => database.drop());
    const github = await startGitHub({ requestsPerHour: 1_000_000 });
    ends.push(() => github.close());
    const made = new Drill(database, await firstKey(database.env), github, script);
    await made.start();
    ends.push(() => made.service.stop());
    await made.connect();
    ends.push(async () => expect(await eventChain(database.env)).toBe("whole"));
    return made;
  }

  it(`creates no second issue for a spec in ${kills} kills at random calls and moments of a push, and leaves nothing out`, async () => {
    const at = await drill();
    while (at.killed < kills) {
      const path = await at.plan();
      expect(await at.push(path, () => at.killed < kills)).toBe("pushed");
    }
    const issues = await at.github.dump();
    expect(doubled(issues)).toEqual([]);
    expect(issues).toHaveLength(at.plans * (specsPerPlan + 1));
    expect(issues.flatMap((issue) => issue.blockedBy)).toHaveLength(at.plans * (specsPerPlan - 1));
    expect(issues.flatMap((issue) => issue.subIssues)).toHaveLength(at.plans * specsPerPlan);
    expect(at.github.violations).toEqual([]);
  }, 1_800_000);

  it("would be seen to create second issues if it did not look for its marker", async () => {
    const at = await drill(withoutMarker);
    for (let seen = false; !seen && at.killed < kills; ) {
      await at.push(await at.plan(), () => at.killed < kills);
      seen = doubled(await at.github.dump()).length > 0;
    }
    expect(doubled(await at.github.dump())).not.toEqual([]);
  }, 1_800_000);
});

import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContextSourceDetail, Reply, search } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { damagedFiles } from "../../src/files/check-files.ts";
import { sweepFiles } from "../../src/files/sweep.ts";
import { openJobsOf } from "../../src/jobs/database.test-support.ts";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { onRows } from "../own-connection.ts";
import { eventChain, firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const isLong = Boolean(process.env.LONG);
const kills = isLong ? 200 : 2;

/** The most milliseconds without a finished reading; a job with many failures waits for minutes. */
const stuckAfter = 900_000;

interface Upload {
  key: string;
  onConflict: "error" | "replace";
  files: Map<string, string>;
}

interface Page {
  key: string;
  title: string;
  lines: readonly string[];
}

const aPage = (): Page => ({
  key: randomUUID(),
  title: `Page ${randomUUID()}`,
  lines: Array.from({ length: randomInt(20, 3000) }, () => randomBytes(30).toString("hex")),
});

async function startSite(pages: ReadonlyMap<string, Page>): Promise<Server> {
  const site = createServer(({ url = "" }, response) => {
    const { title = "", lines = [] } = pages.get(url.slice(1)) ?? {};
    const paragraphs = lines.map((line) => `<p>${line}</p>`).join("\n");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>${title}</title><article>${paragraphs}</article>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  return site;
}

const aText = () => `${randomBytes(randomInt(500, 200_000)).toString("hex").replace(/.{60}/g, "$&\n")}end`;

function anUpload(): Upload {
  const isNew = Math.random() < 0.7;
  const names = isNew
    ? Array.from({ length: randomInt(1, 3) }, () => `${randomUUID()}.txt`)
    : [`replaced ${randomInt(4)}.txt`];
  const files = new Map(names.map((name) => [name, aText()]));
  return { key: randomUUID(), onConflict: isNew ? "error" : "replace", files };
}

describe.each(databases)("$database", ({ create }) => {
  let database: TestDatabase;
  let key: string;
  let service: Service | undefined;
  let site: Server;
  let env: Record<string, string>;
  const pages = new Map<string, Page>();
  beforeAll(async () => {
    database = await create("empty, on disk");
    key = await firstKey(database.env);
    site = await startSite(pages);
    env = { ...database.env, GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" };
    service = await startService(env);
  });
  afterAll(async () => {
    site.close();
    site.closeAllConnections();
    await service?.kill();
    await database?.drop();
  });

  const authorization = () => ({ authorization: `Bearer ${key}` });
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${service?.url}/v1/context${path}`, { headers: authorization() });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const post = async (path: string, key: string, body: FormData | string) => {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const answer = await fetch(`${service?.url}/v1/context/${path}`, {
      method: "POST",
      headers: { ...authorization(), ...type, "idempotency-key": key },
      body,
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const send = async (sent: Upload | Page) => {
    if ("lines" in sent) {
      const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/${sent.key}`;
      return post("url", sent.key, JSON.stringify({ url, title: sent.title }));
    }
    const form = new FormData();
    form.set("onConflict", sent.onConflict);
    for (const [name, text] of sent.files)
      form.append("file", new File([text], name, { type: "text/plain" }));
    return post("upload", sent.key, form);
  };
  const found = async (word: string) => {
    const answer = await fetch(`${service?.url}/v1/search?kind=source&q=${word}`, {
      headers: authorization(),
    });
    const { results } = (await answer.json()) as Reply<typeof search>;
    return results.map(({ title }) => title);
  };
  const listed = async () => (await get<{ sources: ContextSourceDetail[] }>("")).sources;
  /**
   * Waits until every source is read and no job remains, including those repeated after a kill. Throws if
   * nothing ends for long.
   */
  const untilResting = () =>
    onRows(database.env, async (db) => {
      for (let [left, since] = [Number.POSITIVE_INFINITY, Date.now()]; left > 0; await sleep(300)) {
        const jobs = (await openJobsOf(db, "context.enrich")).length;
        const now = (await listed()).filter((one) => !isResting(one)).length + jobs;
        if (now !== left) [left, since] = [now, Date.now()];
        if (Date.now() - since > stuckAfter) throw new Error(`${left} sources are not read`);
      }
    });
  const isResting = ({ enrichment }: ContextSourceDetail) =>
    enrichment?.status !== "pending" && enrichment?.status !== "running";

  it(
    `leaves no half source, lost file or endless reading after ${kills} kills during uploads${isLong ? ", and while pages are added" : ""}`,
    async () => {
      const texts = new Map<string, Set<string>>();
      let open: (Upload | Page)[] = [];
      const answered = (sent: Upload | Page) => {
        open = open.filter((one) => one !== sent);
      };
      for (let kill = 0; kill < kills; kill++) {
        // A page's key is locked for a minute after its process was killed: too long for most runs.
        open.push(anUpload(), ...(kill % 2 ? [anUpload()] : isLong ? [aPage()] : []));
        for (const one of open) {
          if ("lines" in one) pages.set(one.key, one);
          else
            for (const [name, text] of one.files) texts.set(name, (texts.get(name) ?? new Set()).add(text));
        }
        const work = open.map((one) =>
          send(one).then(
            () => answered(one),
            () => {},
          ),
        );
        await sleep(Math.random() < 0.7 ? 10 + Math.random() * 600 : 500 + Math.random() * 4000);
        await service?.kill();
        await Promise.all(work);
        service = await startService(env);
      }
      // A client retries unanswered requests with the same key, waiting while the dead process's lock lasts.
      for (const one of open) await vi.waitFor(() => send(one), { timeout: stuckAfter, interval: 500 });
      await untilResting();

      const sources = await listed();
      const added = [...pages.values()];
      const titles = [...texts.keys(), ...added.map(({ title }) => title)];
      expect(sources.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
      let done = 0;
      for (const { id, title } of sources) {
        const { source } = await get<{ source: ContextSourceDetail }>(`/${id}`);
        const page = added.find((one) => one.title === title);
        if (page) {
          expect(source.text?.match(/[0-9a-f]{60}/g), title).toEqual(page.lines);
          await expect.poll(() => found(page.lines.at(-1) ?? ""), { timeout: stuckAfter }).toEqual([title]);
          continue;
        }
        const file = await fetch(`${service?.url}/v1/context/${id}/file`, { headers: authorization() });
        const text = await file.text();
        expect(texts.get(title)?.has(text), `${title} is a file that was sent`).toBe(true);
        if (source.enrichment?.status === "done") {
          done++;
          expect(hashOf(source.text ?? ""), title).toBe(hashOf(text));
        } else
          expect(source.enrichment).toEqual({
            status: "failed",
            reason: expect.stringMatching(/^It could not be read\./),
          });
      }
      expect(done, "files that were read in the end").toBeGreaterThan(texts.size / 2);
      expect(await service?.stop()).toBe(0);
      expect(await leftAfterSweep(database.env)).toEqual({ unnamed: [], missing: [], damaged: [] });
      expect(await eventChain(database.env)).toBe("whole");
    },
    3 * 3_600_000,
  );
});

const hashOf = (text: string) => createHash("sha256").update(text.trim()).digest("hex");

/** Runs the hourly sweep and returns its findings, which should be empty. */
async function leftAfterSweep(env: Record<string, string>) {
  const log = createLog("error", { write: () => {} });
  const context = await createContext(readConfig(env), log, { jobs: "off" });
  try {
    const { db } = context;
    await sweepFiles(context, new AbortController().signal, "9999");
    const files = await db.selectFrom("files").select(["id", "sha256"]).execute();
    const sources = await db
      .selectFrom("context_sources")
      .select("file_id")
      .where("file_id", "is not", null)
      .execute();
    const named = new Set(sources.map(({ file_id }) => file_id));
    const whole = new Set<string | null>(files.filter(({ sha256 }) => sha256 !== null).map(({ id }) => id));
    return {
      unnamed: files.filter(({ id }) => !named.has(id)),
      missing: [...named].filter((id) => !whole.has(id)),
      damaged: await Array.fromAsync(damagedFiles(db)),
    };
  } finally {
    await context.close();
  }
}

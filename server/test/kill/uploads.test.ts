import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContextSourceDetail } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { damagedFiles } from "../../src/files/check-files.ts";
import { sweepFiles } from "../../src/files/sweep.ts";
import { createLog } from "../../src/log.ts";
import { createContext } from "../../src/process.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { eventChain, firstKey, openJobs } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

const kills = process.env.LONG ? 200 : 2;

/** The milliseconds for which no reading may end; a job that has failed often waits for minutes. */
const stuckAfter = 900_000;

/** An upload that is repeated under its key until it is answered. */
interface Upload {
  key: string;
  onConflict: "error" | "replace";
  /** The texts of the files, by their names. */
  files: Map<string, string>;
}

const aText = () => `${randomBytes(randomInt(500, 200_000)).toString("hex").replace(/.{60}/g, "$&\n")}end`;

/** Returns an upload of new files, or of one that replaces what others have uploaded under its name. */
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
  beforeAll(async () => {
    database = await create("empty, on disk");
    key = await firstKey(database.env);
    service = await startService(database.env);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  const authorization = () => ({ authorization: `Bearer ${key}` });
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${service?.url}/v1/context${path}`, { headers: authorization() });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const send = async ({ key, onConflict, files }: Upload) => {
    const form = new FormData();
    form.set("onConflict", onConflict);
    for (const [name, text] of files) form.append("file", new File([text], name, { type: "text/plain" }));
    const answer = await fetch(`${service?.url}/v1/context/upload`, {
      method: "POST",
      headers: { ...authorization(), "idempotency-key": key },
      body: form,
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const listed = async () => (await get<{ sources: ContextSourceDetail[] }>("")).sources;
  /**
   * Waits until every source was read and no job is left: one whose process was killed after it had written the text is
   * claimed again. Throws where nothing ended for long.
   */
  const untilResting = async () => {
    for (let [left, since] = [Number.POSITIVE_INFINITY, Date.now()]; left > 0; await sleep(300)) {
      const jobs = await openJobs(database.env, "context.enrich");
      const now = (await listed()).filter((one) => !isResting(one)).length + jobs;
      if (now !== left) [left, since] = [now, Date.now()];
      if (Date.now() - since > stuckAfter) throw new Error(`${left} sources are not read`);
    }
  };
  const isResting = ({ enrichment }: ContextSourceDetail) =>
    enrichment?.status !== "pending" && enrichment?.status !== "running";

  it(
    `has no half source, no lost file and no reading without an end after ${kills} kills during uploads`,
    async () => {
      const texts = new Map<string, Set<string>>();
      let open: Upload[] = [];
      const answered = (upload: Upload) => {
        open = open.filter((one) => one !== upload);
      };
      for (let kill = 0; kill < kills; kill++) {
        open.push(anUpload(), ...(kill % 2 ? [anUpload()] : []));
        for (const { files } of open)
          for (const [name, text] of files) texts.set(name, (texts.get(name) ?? new Set()).add(text));
        const work = open.map((upload) =>
          send(upload).then(
            () => answered(upload),
            () => {},
          ),
        );
        // Some kills come while files arrive, others while the service reads them.
        await sleep(Math.random() < 0.7 ? 10 + Math.random() * 600 : 500 + Math.random() * 4000);
        await service?.kill();
        await Promise.all(work);
        service = await startService(database.env);
      }
      // A client repeats what got no answer, with the same key.
      for (const upload of open) await send(upload);
      await untilResting();

      const sources = await listed();
      expect(sources.map(({ title }) => title).toSorted()).toEqual([...texts.keys()].toSorted());
      let done = 0;
      for (const { id, title } of sources) {
        const { source } = await get<{ source: ContextSourceDetail }>(`/${id}`);
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
      expect(done, "sources that were read in the end").toBeGreaterThan(sources.length / 2);
      expect(await service?.stop()).toBe(0);
      expect(await leftAfterSweep(database.env)).toEqual({ unnamed: [], missing: [], damaged: [] });
      expect(await eventChain(database.env)).toBe("whole");
    },
    3 * 3_600_000,
  );
});

const hashOf = (text: string) => createHash("sha256").update(text.trim()).digest("hex");

/** Sweeps as the job will in an hour, and returns what should not be there. */
async function leftAfterSweep(env: Record<string, string>) {
  const log = createLog("error", { write: () => {} });
  const context = await createContext(readConfig(env), log, { jobs: "off" });
  try {
    const { db } = context;
    await sweepFiles(context, new AbortController().signal, "9999");
    const files = await db.selectFrom("files").select(["id", "sha256"]).execute();
    const sources = await db.selectFrom("context_sources").select("file_id").execute();
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

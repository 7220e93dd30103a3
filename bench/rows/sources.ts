import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createPlanSource, listPlanContext } from "@groundplan/contract";
import type { RawRequest } from "../../server/src/dispatch/input/raw-request.ts";
import { addPiece, bytesOfPiece } from "../../server/src/files/add-piece.ts";
import { newId } from "../../server/src/ids.ts";
import { presentSource } from "../../server/src/modules/context/present.ts";
import type { SourceRow } from "../../server/src/modules/context/store.ts";
import type { Context } from "../../server/src/modules/context.ts";
import { execute } from "../../server/src/modules/index.ts";
import { openSqlite } from "../../server/src/storage/sqlite.ts";
import { startServer } from "../children.ts";
import { costOf, type Effort, inTurns, ratios } from "../measure.ts";
import { pdfOf } from "../pdf.ts";
import type { Group, Row } from "../row.ts";
import {
  type Data,
  databaseOf,
  freshData,
  path,
  plan,
  removeFolder,
  withDatabase,
  withService,
} from "../service.ts";

const count = 1000;
const pages = 300;
const fileBytes = 32 * 1024 * 1024;
/** A maximum depends mostly on other load, so its median needs more rounds. */
const moreRounds = 3;

export const sources: Group = {
  name: "sources",
  about: `The list of a plan's ${count.toLocaleString("en-US")} sources as its endpoint composes it, against one prepared query whose rows become the same JSON; CPU of the calling process. Then the time from the upload of a PDF of ${pages} pages until its text can be read, with the longest block of the service's event loop, the longest turn by its thread's own work, and the longest block in an idle process, which is the machine's share. Then the longest write and commit of a chunk of a file of 32 MiB, and the longest small write right after a chunk, which may have waited for a checkpoint; next to them a bare file that gets the same bytes with a flush per chunk.`,
  async measure(effort) {
    const data = await freshData();
    try {
      await addSources(data);
      return [
        await listed(effort, data),
        ...(await uploaded(effort, data)),
        ...(await written(effort, data)),
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

const addSources = (data: Data) =>
  withDatabase(data.settings, async ({ writer }) => {
    for (let n = 0; n < count; n++) {
      const body = { title: `Interview ${n}`, text: `What customer ${n} says about parcels.`, kind: "note" };
      const input = { params: path, query: {}, body: { ...body, sourceKind: "PASTED" } };
      await writer.write({ endpoint: createPlanSource }, { actor: data.actor, input });
    }
  });

function listed(effort: Effort, data: Data): Promise<Row> {
  const { raw } = openSqlite(databaseOf(data), "read");
  const query = raw.prepare<[string], SourceRow & { active: number }>(
    "select *, 1 as active from context_sources where workspace_id = ? order by id",
  );
  const bare = () =>
    JSON.stringify({ sources: query.all(data.actor.workspaceId).map((row) => presentSource(row)) });
  return withDatabase(data.settings, async ({ db }) => {
    const ours = async () => {
      const { body } = await execute({ db } as Context, data.actor, listPlanContext, request);
      return body instanceof Readable ? await text(body) : body;
    };
    if ((await ours())?.toString() !== bare()) throw new Error("the query makes other bytes");
    const measured = await inTurns(effort, 2, {
      ours: (seconds) => costOf(ours, seconds),
      bare: (seconds) => costOf(bare, seconds),
    });
    raw.close();
    const against = "one query, made into the same JSON";
    const values = ratios(measured.ours, measured.bare, ({ cpu }) => cpu);
    const measure = `list of ${count.toLocaleString("en-US")} sources of a plan, CPU`;
    return { measure, against, goal: { most: 1.5 }, unit: "×", values };
  });
}

const request: RawRequest = { params: path, query: {}, body: undefined } as never;

async function uploaded({ rounds }: Effort, data: Data): Promise<Row[]> {
  const took: number[] = [];
  const held: Record<"service" | "worked" | "bare", number[]> = { service: [], worked: [], bare: [] };
  const bare = await startServer("bare.ts", {});
  await withService(data, async (service) => {
    const headers = { authorization: `Bearer ${data.key}` };
    const json = async (target: string, init: RequestInit = {}) => {
      const answer = await fetch(`${service.url}${target}`, { ...init, headers });
      if (!answer.ok) throw new Error(`${target} answered ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { sources: { id: string }[]; source: Shown };
    };
    for (let round = 0; round < rounds * moreRounds; round++) {
      const file = pdfOf(
        pages,
        (page, line) => `Page ${page} of round ${round} says in line ${line} what was found.`,
      );
      const body = new FormData();
      body.append(
        "file",
        new File([new Uint8Array(file)], `report-${round}.pdf`, { type: "application/pdf" }),
      );
      await Promise.all([service.held(), bare.held()]);
      const start = performance.now();
      const { sources } = await json(`${plan}/context/upload`, { method: "POST", body });
      const target = `${plan}/context/${sources[0]?.id}`;
      let { source } = await json(target);
      while (source.enrichment.status === "pending" || source.enrichment.status === "running") {
        await sleep(50);
        ({ source } = await json(target));
      }
      took.push((performance.now() - start) / 1000);
      if (
        source.enrichment.status !== "done" ||
        !source.text?.includes(`Page ${pages - 1} of round ${round}`)
      )
        throw new Error(`the PDF was not read: ${source.enrichment.status} ${source.enrichment.reason}`);
      const { longest, worked } = await service.held();
      held.service.push(longest);
      held.worked.push(worked);
      held.bare.push((await bare.held()).longest);
    }
  }).finally(() => bare.stop());
  return [
    {
      measure: `a PDF of ${pages} pages, until its text can be read`,
      goal: { most: 10 },
      unit: "s",
      values: took,
    },
    {
      measure: "… longest block of the event loop",
      goal: { most: 20 },
      unit: "ms",
      values: held.service,
    },
    { measure: "… longest turn of its thread", goal: { most: 20 }, unit: "ms", values: held.worked },
    { measure: "… longest block in an idle process", unit: "ms", values: held.bare },
  ];
}

/**
 * Writes a file in chunks, like an upload, for the time that each holds the writer; a bare file with a flush
 * shows the disk's share.
 */
function written({ rounds }: Effort, data: Data): Promise<Row[]> {
  const { settings, actor } = data;
  const bare = openSync(`${databaseOf(data)}-beside`, "w");
  return withDatabase(settings, async ({ writer }) => {
    // A second after its start the writer's thread collects garbage once, for 50 ms.
    await sleep(1500);
    const [ours, smalls, bares]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds * moreRounds; round++) {
      const { workspaceId } = actor;
      const [fileId, smallId] = [newId(), newId()];
      const longest = { ours: 0, small: 0, bare: 0 };
      for (let n = 0; n < fileBytes / bytesOfPiece; n++) {
        const body = new Uint8Array(randomBytes(bytesOfPiece));
        const start = performance.now();
        writeSync(bare, body);
        fsyncSync(bare);
        const between = performance.now();
        await writer.run(addPiece, { workspaceId, fileId, n, body });
        const after = performance.now();
        await writer.run(addPiece, { workspaceId, fileId: smallId, n, body: new Uint8Array(1) });
        longest.bare = Math.max(longest.bare, between - start);
        longest.ours = Math.max(longest.ours, after - between);
        longest.small = Math.max(longest.small, performance.now() - after);
      }
      ours.push(longest.ours);
      smalls.push(longest.small);
      bares.push(longest.bare);
    }
    return [
      { measure: "the longest chunk of a file of 32 MiB", goal: { most: 20 }, unit: "ms", values: ours },
      { measure: "… a small write right after a chunk", goal: { most: 20 }, unit: "ms", values: smalls },
      { measure: "… of a bare file, flushed after each chunk", unit: "ms", values: bares },
    ] satisfies Row[];
  }).finally(() => closeSync(bare));
}

interface Shown {
  text: string | null;
  enrichment: { status: string; reason: string };
}

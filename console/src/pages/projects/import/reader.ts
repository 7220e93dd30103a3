/* oxlint-disable import/default -- Vite makes the modules of workers, which export their addresses. */
import backlog from "../../../../../client/src/import/backlog/backlog.worker.ts?worker&url";
import beads from "../../../../../client/src/import/beads/beads.worker.ts?worker&url";
import { type Format, NotImportable, type Parsed } from "../../../../../client/src/import/format.ts";
import { definitionOf, type FormatId } from "../../../../../client/src/import/formats.ts";
import kiro from "../../../../../client/src/import/kiro/kiro.worker.ts?worker&url";
import markdown from "../../../../../client/src/import/markdown/markdown.worker.ts?worker&url";
import openspec from "../../../../../client/src/import/openspec/openspec.worker.ts?worker&url";
import type { FormatAnswer, FormatRequest } from "../../../../../client/src/import/serve-format.ts";
import specKit from "../../../../../client/src/import/spec-kit/spec-kit.worker.ts?worker&url";
import taskmaster from "../../../../../client/src/import/taskmaster/taskmaster.worker.ts?worker&url";
import { startWorker } from "../../../base/own-worker.ts";
import type { Chosen } from "../../../components/forms/dropped-files.ts";

/** Workers' addresses. */
const workers: Record<FormatId, string> = {
  kiro,
  "spec-kit": specKit,
  openspec,
  backlog,
  taskmaster,
  beads,
  markdown,
};

/** Uses a worker, since many texts would block the page. */
export interface ImportReader extends Format {
  end(): void;
}

/** Caches, so that the import equals its preview. */
export function startReader(id: FormatId, given: readonly Chosen[]): ImportReader {
  const worker = startWorker(workers[id]);
  let before: Promise<unknown> = Promise.resolve();
  const ask = (asked: FormatRequest): Promise<FormatAnswer> => {
    const answer = before.then(() => askOnce(worker, asked));
    before = answer.catch(() => {});
    return answer;
  };
  // Promises, so that errors are cached too.
  const kept = new Map<string, Promise<Parsed>>();
  return {
    prefix: definitionOf(id).prefix,
    async find(path, options) {
      const answer = await ask({ given, path, options });
      return "found" in answer ? answer.found : refuse(answer);
    },
    read(source, options) {
      const key = JSON.stringify([options, source.reference]);
      const parsed =
        kept.get(key) ??
        ask({ read: source, options }).then((answer) =>
          "parsed" in answer ? answer.parsed : refuse(answer),
        );
      kept.set(key, parsed);
      return parsed;
    },
    end: () => worker.terminate(),
  };
}

function refuse(answer: FormatAnswer): never {
  if (!("notImportable" in answer)) throw new Error("failed" in answer ? answer.failed : "no answer");
  const { message, notices } = answer.notImportable;
  throw new NotImportable(message, { notices });
}

function askOnce(worker: Worker, asked: FormatRequest): Promise<FormatAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FormatAnswer>) => resolve(data);
    worker.onmessageerror = worker.onerror = () => reject(new Error("The folder could not be read."));
    worker.postMessage(asked);
  });
}

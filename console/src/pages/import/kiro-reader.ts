import { type Format, NotImportable, type Parsed } from "../../../../client/src/import/format.ts";
import type { KiroFolder } from "../../../../client/src/import/kiro/find.ts";
import { prefix, referenceOf } from "../../../../client/src/import/kiro/plans.ts";
import type { TasksMode } from "../../../../client/src/import/kiro/tasks/types.ts";
import type { Chosen } from "../../components/dropped-files.ts";
import { startWorker } from "../../own-worker.ts";
import type { Answer, Asked } from "./asked.ts";
// oxlint-disable-next-line import/default -- Vite makes this module, which exports the address of the worker.
import address from "./kiro.worker.ts?worker&url";

/** Uses a worker, since many texts would block the page. */
export interface Reader extends Format<KiroFolder, { tasks: TasksMode }> {
  end(): void;
}

/** Caches, so that the import equals its preview. */
export function startReader(given: readonly Chosen[]): Reader {
  const worker = startWorker(address);
  let before: Promise<unknown> = Promise.resolve();
  const ask = (asked: Asked): Promise<Answer> => {
    const answer = before.then(() => askOnce(worker, asked));
    before = answer.catch(() => {});
    return answer;
  };
  // Promises, so that errors are cached too.
  const kept = new Map<string, Promise<Parsed>>();
  return {
    prefix,
    referenceOf: ({ name }) => referenceOf(name),
    async find(path) {
      const answer = await ask({ given, path });
      return "found" in answer ? answer.found : refuse(answer);
    },
    read(source, { tasks }) {
      const key = `${tasks} ${source.name}`;
      const parsed =
        kept.get(key) ??
        ask({ read: source, tasks }).then((answer) => ("parsed" in answer ? answer.parsed : refuse(answer)));
      kept.set(key, parsed);
      return parsed;
    },
    end: () => worker.terminate(),
  };
}

function refuse(answer: Answer): never {
  if (!("notImportable" in answer)) throw new Error("failed" in answer ? answer.failed : "no answer");
  const { message, notices } = answer.notImportable;
  throw new NotImportable(message, { notices });
}

function askOnce(worker: Worker, asked: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onmessageerror = worker.onerror = () => reject(new Error("The worker that reads folders failed."));
    worker.postMessage(asked);
  });
}

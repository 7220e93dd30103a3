import { NotImportable } from "../../../../client/src/import/format.ts";
import { kiroIn } from "../../../../client/src/import/kiro/format.ts";
import type { Answer, Asked } from "./asked.ts";
import { givenFiles } from "./given-files.ts";

let kiro = kiroIn(givenFiles([]));

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  void answer(data).catch(problemOf).then(postMessage);
});

async function answer(asked: Asked): Promise<Answer> {
  if ("read" in asked) return { parsed: await kiro.read(asked.read, { tasks: asked.tasks }) };
  kiro = kiroIn(givenFiles(asked.given));
  return { found: await kiro.find(asked.path) };
}

function problemOf(error: unknown): Answer {
  if (!(error instanceof NotImportable)) return { failed: String(error) };
  return { notImportable: { message: error.message, notices: error.notices } };
}

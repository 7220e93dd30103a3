import { parentPort } from "node:worker_threads";
import { compose } from "./compose.ts";
import { countTokens } from "./count.ts";
import type { TokenTask } from "./tokens.ts";

// Entry point of a thread that counts tokens, which would block the event loop.
parentPort?.on("message", (task: TokenTask) => parentPort?.postMessage(answerTo(task)));

function answerTo(task: TokenTask): unknown {
  if ("parts" in task) return compose(task);
  return "texts" in task ? task.texts.map((text) => countTokens(text)) : countTokens(task.text);
}

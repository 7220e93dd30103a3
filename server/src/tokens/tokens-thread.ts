import { parentPort } from "node:worker_threads";
import { countTokens } from "./count.ts";
import { fit } from "./fit.ts";
import type { TokenTask } from "./tokens.ts";

// Entry point of a thread that counts tokens, which would block the event loop.
parentPort?.on("message", (task: TokenTask) =>
  parentPort?.postMessage("parts" in task ? fit(task.parts, task.budget) : countTokens(task.text)),
);

import { existsSync, readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashTask } from "./argon2.ts";

/** Lowers the thread's priority below request handling. Only Linux has per-thread priorities. */
function standBack(): void {
  const self = "/proc/thread-self";
  if (!existsSync(self)) return;
  const thread = Number(basename(readlinkSync(self)));
  const low = constants.priority.PRIORITY_BELOW_NORMAL;
  if (getPriority(thread) < low) setPriority(thread, low);
}

// Entry point of a thread that computes hashes.
standBack();
parentPort?.on("message", ({ password, hash, cost }: HashTask) =>
  parentPort?.postMessage(hash === null ? hashSync(password, cost) : verifySync(hash, password)),
);

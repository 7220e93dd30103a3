import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import type { HashTask } from "./argon2.ts";

// This is the entry point of a thread that computes one hash after the other.
parentPort?.on("message", ({ password, hash, cost }: HashTask) =>
  parentPort?.postMessage(hash === null ? hashSync(password, cost) : verifySync(hash, password)),
);

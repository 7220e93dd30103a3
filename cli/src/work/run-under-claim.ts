import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Claim, renewClaim } from "@groundplan/contract";
import type { Client } from "../../../client/src/index.ts";
import { ApiError } from "../../../client/src/index.ts";
import { Failure } from "../failure.ts";
import { fenced, specOfClaim } from "./say-claim.ts";

/** How a command under a claim ended. */
export type Ended =
  | { why: "exited"; code: number }
  /** The claim was lost, and the command was told to stop. */
  | { why: "lost" }
  /** Ctrl-C or a signal to us. */
  | { why: "interrupted" };

/** Milliseconds between SIGTERM and SIGKILL. */
const grace = 10_000;
/** Milliseconds until a renewal that failed for another reason is tried again. */
const retryAfter = 5_000;

/**
 * Runs a command while its claim is renewed at each third of the lease. Ends it with SIGTERM, later SIGKILL,
 * when the claim is lost or we are interrupted.
 */
export async function runUnderClaim(
  client: Client,
  claim: Claim,
  [command = "", ...args]: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, GROUNDPLAN_CLAIM: fenced(claim), GROUNDPLAN_SPEC: specOfClaim(claim), ...env },
  });
  const stopping = new AbortController();
  const exited = exitOf(child, command);
  const interrupted = new Promise<Ended>((resolve) => {
    const stop = () => resolve({ why: "interrupted" });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
    stopping.signal.addEventListener("abort", () => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
    });
  });
  const lost = renewUntilLost(client, claim, stopping.signal);
  try {
    const ended = await Promise.race([exited, interrupted, lost]);
    if (ended.why !== "exited") await end(child, exited);
    return ended;
  } finally {
    stopping.abort();
  }
}

function exitOf(child: ChildProcess, command: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) => {
      reject(new Failure(`${command} can't be started: ${error.message}. Check its name.`, { cause: error }));
    });
    child.once("exit", (code, signal) =>
      resolve({ why: "exited", code: code ?? (signal === null ? 1 : 130) }),
    );
  });
}

async function end(child: ChildProcess, exited: Promise<Ended>): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), grace);
  await exited.finally(() => clearTimeout(timer));
}

/** Resolves once the service says that the claim is lost; never otherwise. */
async function renewUntilLost(client: Client, claim: Claim, signal: AbortSignal): Promise<Ended> {
  let wait = thirdOf(claim);
  while (!signal.aborted) {
    await sleep(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    try {
      const renewed = await client.call(renewClaim, { params: { claimId: claim.id } }, { signal });
      wait = thirdOf(renewed.claim);
    } catch (error) {
      if (error instanceof ApiError && error.code === "claim_lost") return { why: "lost" };
      wait = retryAfter;
    }
  }
  return new Promise(() => {});
}

const thirdOf = ({ until }: Claim): number => Math.max(200, (Date.parse(until) - Date.now()) / 3);

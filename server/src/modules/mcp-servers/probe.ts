import type { FailureReason, ProbeStatus } from "@groundplan/contract";
import { now } from "../../ids.ts";
import type { Context } from "../context.ts";
import { failureOf, McpFailure } from "./client/failure.ts";
import { offersOAuth } from "./client/offers-oauth.ts";
import { inFreeSlot } from "./client/slots.ts";
import { type Peer, withClient } from "./client/with-client.ts";
import { type FoundTools, readTools } from "./tools/read-tools.ts";

/** A probe's result. Unusable servers keep their tools. */
export interface Probe {
  status: ProbeStatus;
  /** A message about a failure or a partial listing; null otherwise. */
  error: string | null;
  /** Failure class, if any. */
  reason: FailureReason | null;
  at: string;
  found: FoundTools | null;
  /** True if it requires a credential and names an authorization server. */
  offersOAuth: boolean;
}

/** Bytes of all answers of a probe. */
const mostBytes = 2 * 1024 * 1024;

/** Lists a server's tools within `mcpProbeMs`. Failures are results, never exceptions. */
export async function probeServer(context: Context, peer: Peer, signal?: AbortSignal): Promise<Probe> {
  const ms = context.config.mcpProbeMs;
  const from = performance.now();
  try {
    const limits = { ms, maxBytes: mostBytes, ...(signal ? { signal } : {}) };
    const found = await inFreeSlot(context.outbound, peer.workspaceId, () =>
      withClient(context, peer, limits, readTools, (error, heard) =>
        error instanceof McpFailure ? error : failureOf(heard),
      ),
    );
    return { status: "ok", error: found.note, reason: null, at: now(), found, offersOAuth: false };
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    const left = AbortSignal.timeout(Math.max(1, Math.ceil(ms - (performance.now() - from))));
    const isLocked = error.status === "auth_required" && peer.token === null;
    const oauth = isLocked && (await offersOAuth(context, peer.url, error.challenge, left));
    const { status, message, reason } = error;
    return { status, error: message, reason, at: now(), found: null, offersOAuth: oauth };
  }
}

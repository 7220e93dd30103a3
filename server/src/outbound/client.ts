import { lookup } from "node:dns/promises";
import type { FailureReason } from "@groundplan/contract";
import type { OutboundProxy } from "../config/outbound-proxy.ts";
import type { AllowPrivateNetwork } from "../config/private-network.ts";
import { allowedBy } from "./address.ts";
import { discard } from "./body.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { errorStatuses } from "./error-statuses.ts";
import { failureReasonOf, OutboundError, sentenceOf } from "./errors.ts";
import { checkAddress, type Resolve } from "./lookup.ts";
import { openProxy } from "./proxy.ts";
import { nextHop, redirectTarget } from "./redirect.ts";
import { firstHop } from "./request.ts";
import { newRoute, type Route, receive, receiveStatus, send } from "./transport.ts";

export interface Failure {
  host: string;
  reason: FailureReason;
  message: string;
  /** The host's error status. */
  status?: number;
  /** Suppressed reports of the same status since the last one. */
  leftOut?: number;
}

export type OutboundOptions = {
  /** True allows private and loopback addresses, a list those in it; metadata addresses never. */
  allowPrivateNetwork: AllowPrivateNetwork;
  /** Proxy of all calls, if any. */
  proxy?: OutboundProxy | null;
  /** Milliseconds for the whole call including redirects and body. Default 30,000. */
  deadlineMs?: number;
  /** Decompressed bytes of a body. Default 10 MiB. */
  maxBytes?: number;
  /** Default 3. */
  maxRedirects?: number;
  /** Reports failed calls, and error statuses once a minute per host. */
  onFailure?: (failure: Failure) => void;
  /** For tests: resolves host names. */
  lookup?: Resolve;
};

/** The standard fetch's options plus handling of the body. */
export type Init = RequestInit & {
  /** Overrides the client's limit. */
  maxBytes?: number;
  /**
   * True if only the status matters: the answer has no body, of which at most `maxBytes` are drained, however
   * it ends.
   */
  statusOnly?: boolean;
  /** Milliseconds of silence that end the call, instead of the deadline for the whole. */
  silenceMs?: number;
  /** Selects statuses to report; none by default. */
  isError?: (status: number) => boolean;
};

/** The standard fetch without Request objects. */
export type Fetch = (url: string | URL, init?: Init) => Promise<Response>;

export type Outbound = {
  /** For users' addresses: public internet only. */
  fetch: Fetch;
  /** For the operator's addresses: anything on that origin, beyond it as `fetch`. */
  trustedFetch: Fetch;
  /**
   * Throws OutboundError for an address that `fetch` would refuse now. Unresolvable names pass, since the
   * call checks again.
   */
  check(url: string): Promise<void>;
  /** Ends all connections, active ones included. */
  close(): Promise<void>;
};

/**
 * Returns the only way out: like fetch, but it throws OutboundError, resolves after the whole body (except
 * event streams), and sends redirects to other origins neither credentials nor body. Ignores proxy variables.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { allowPrivateNetwork, deadlineMs = 30_000, maxBytes = 10 * 1024 * 1024, maxRedirects = 3 } = options;
  const resolve = options.lookup ?? ((hostname) => lookup(hostname, { all: true }));
  const proxy = options.proxy ? openProxy(options.proxy, deadlineMs) : null;
  const guarded = newRoute(resolve, allowedBy(allowPrivateNetwork), deadlineMs, proxy);
  const open = newRoute(resolve, null, deadlineMs, proxy);

  async function call(
    input: string | URL,
    init: Init,
    ending: Deadline,
    routeTo: (url: URL, first: URL) => Route,
  ): Promise<Response> {
    const first = await firstHop(input, init);
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const response = await send(hop, routeTo(hop.url, first.url), ending);
      const target = init.redirect === "manual" ? null : redirectTarget(response);
      if (target === null) {
        const result = await (init.statusOnly ? receiveStatus : receive)(
          response,
          init.maxBytes ?? maxBytes,
          ending,
        );
        // A constructed Response lacks these.
        return Object.defineProperties(result, {
          url: { value: hop.url.href },
          redirected: { value: redirects > 0 },
        });
      }
      discard(response.body);
      if (init.redirect === "error" || redirects === maxRedirects) {
        throw new OutboundError("redirect", "more often than allowed");
      }
      hop = nextHop(hop, response.status, target);
    }
  }

  const leftOutOf = errorStatuses();
  function tellStatus(host: string, status: number): void {
    const leftOut = leftOutOf(host, status);
    if (leftOut === null) return;
    const failure = { host, reason: "status", status, message: sentenceOf("status") } as const;
    options.onFailure?.(leftOut === 0 ? failure : { ...failure, leftOut });
  }

  function fetchWith(routeTo: (url: URL, first: URL) => Route): Fetch {
    return async (url, init = {}) => {
      const { silenceMs } = init;
      const isSilence = silenceMs !== undefined;
      const ending = startDeadline({ ms: silenceMs ?? deadlineMs, isSilence }, init.signal);
      try {
        const response = await call(url, init, ending, routeTo);
        if (init.isError?.(response.status)) tellStatus(hostOf(url), response.status);
        return response;
      } catch (error) {
        ending.done();
        const reason = failureReasonOf(error);
        if (reason !== null) options.onFailure?.({ host: hostOf(url), reason, message: sentenceOf(reason) });
        throw error;
      }
    };
  }

  return {
    fetch: fetchWith(() => guarded),
    trustedFetch: fetchWith((url, first) => (url.origin === first.origin ? open : guarded)),
    check: (url) => checkAddress(url, resolve, guarded.allowed),
    async close() {
      await Promise.all([guarded.agent.destroy(), open.agent.destroy(), proxy?.agent.destroy()]);
    },
  };
}

const hostOf = (url: string | URL): string => URL.parse(url)?.host ?? "";

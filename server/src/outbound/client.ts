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
  /** The error status with which the host answered. */
  status?: number;
  /** The answers with the same status that were left out since the last one was told. */
  leftOut?: number;
}

export type OutboundOptions = {
  /** True allows private and loopback addresses, a list those in it; metadata addresses are never allowed. */
  allowPrivateNetwork: AllowPrivateNetwork;
  /** The proxy that calls go through; without, they are direct. */
  proxy?: OutboundProxy | null;
  /** The milliseconds for the whole call: redirects, connecting, and the body. Default 30,000. */
  deadlineMs?: number;
  /** The most bytes of a body, counted after decompression. Default 10 MiB. */
  maxBytes?: number;
  /** The most redirects that are followed. Default 3. */
  maxRedirects?: number;
  /** Told of each call that failed, and once a minute of an error status of a host. */
  onFailure?: (failure: Failure) => void;
  /** For tests: resolves host names. */
  lookup?: Resolve;
};

/** This is what a call may say: as for the standard fetch, and what is done with the body. */
export type Init = RequestInit & {
  /** A limit of its own for the bytes of the body. */
  maxBytes?: number;
  /**
   * True where only the status counts: the answer comes without its body, of which `maxBytes` are read at most, and it
   * stays an answer if the body is larger or never ends.
   */
  statusOnly?: boolean;
  /** Returns true for a status of which the operator is told; without it none is. */
  isError?: (status: number) => boolean;
};

/** The standard fetch without Request objects. */
export type Fetch = (url: string | URL, init?: Init) => Promise<Response>;

export type Outbound = {
  /** Calls addresses that users give: it reaches only the public internet. */
  fetch: Fetch;
  /** Calls addresses that the operator set: any address on that origin, and beyond it as `fetch`. */
  trustedFetch: Fetch;
  /**
   * Throws OutboundError for an address that `fetch` would refuse now. A name that can't be resolved is let through: the
   * call looks again.
   */
  check(url: string): Promise<void>;
  /** Ends all connections, even those in use. */
  close(): Promise<void>;
};

/**
 * Returns the only way out of the service. Both functions work like the standard fetch with these differences: they
 * fail with OutboundError, or the caller's abort reason; the body has arrived whole when the promise resolves, except
 * that of an event stream; another origin that a redirect leads to gets neither credentials nor a body. Ports are those
 * the Fetch standard allows: users run web services on any port, and the standard's list keeps mail and other servers
 * out of reach. The usual proxy variables are ignored: a proxy resolves names itself, so it is the operator's decision.
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
        // A Response made by hand has neither of these.
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
      const ending = startDeadline(deadlineMs, init.signal);
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

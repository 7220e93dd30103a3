import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import { OutboundError, type OutboundErrorCode } from "./errors.ts";

export type Seen = Pick<IncomingMessage, "method" | "url" | "headers"> & { body: string };

/** Starts a server on 127.0.0.1 that records its connections and requests (body included) before it answers them. */
export async function listen(answer: RequestListener) {
  const requests: Seen[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Stands in for the internet: every connection that undici opens ends at `port` on this machine, and the addresses it
 * would have dialled are recorded. Other servers of this machine than those at `port` and `others` stay reachable: a
 * request of an earlier file in this process may still be under way. Undo it with vi.restoreAllMocks.
 */
export function fakeInternet(port: number, ...others: number[]): string[] {
  const dialled: string[] = [];
  const watched = new Set([port, ...others, 80, 443]);
  const connect = net.connect;
  vi.spyOn(net, "connect").mockImplementation((...args: unknown[]) => {
    const options = args[0] as { host: string; port: string | number; lookup: net.LookupFunction };
    const { host, lookup } = options;
    if (host === "127.0.0.1" && options.port && !watched.has(Number(options.port)))
      return connect({ ...options, port: Number(options.port) });
    const socket = new net.Socket();
    const dial = (addresses: string[]) => {
      dialled.push(...addresses);
      socket.connect(port, "127.0.0.1");
    };
    if (net.isIP(host)) dial([host]);
    else
      lookup(host, { all: true }, (error, addresses) => {
        if (error || !Array.isArray(addresses)) socket.destroy(error ?? undefined);
        else dial(addresses.map(({ address }) => address));
      });
    return socket;
  });
  return dialled;
}

/** Returns the error that a call fails with, after checking its code and that its message gives nothing away. */
export async function failure(call: Promise<Response>, code: OutboundErrorCode): Promise<OutboundError> {
  const error = await call.then(
    (response) => expect.fail(`answered ${response.status}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw error;
  expect(error.code).toBe(code);
  expect(error.message).not.toMatch(/\d+\.\d+|::|canary|hunter2/);
  expect(error.cause).toBeUndefined();
  return error;
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../config/config-error.ts";

/** The metrics port, never the public one. */
export interface MetricsPort {
  url: string;
  close(): Promise<void>;
}

interface Address {
  host: string;
  port: number;
}

/** Answers `GET /metrics`, and 404 otherwise. */
export async function listen(
  address: Address,
  read: () => Promise<{ text: string; type: string }>,
): Promise<MetricsPort> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const path = request.url?.split("?", 1)[0];
    if ((request.method !== "GET" && request.method !== "HEAD") || path !== "/metrics") {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
      response.end("Nothing is here. The metrics are at GET /metrics.\n");
      return;
    }
    read().then(
      ({ text, type }) => response.writeHead(200, { "content-type": type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await begin(server, address);
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/metrics`,
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
  };
}

async function begin(server: Server, { host, port }: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw cantListen(error as NodeJS.ErrnoException, { host, port });
  }
  server.off("error", reject);
}

function cantListen(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === "EADDRINUSE")
    return new ConfigError(
      `Port ${port} of the metrics is in use. Stop what uses it, or choose another with GROUNDPLAN_METRICS_PORT.`,
    );
  if (error.code === "EACCES")
    return new ConfigError(
      `Port ${port} of the metrics needs rights that this user lacks. Choose another with GROUNDPLAN_METRICS_PORT.`,
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND" || error.code === "EAI_AGAIN")
    return new ConfigError(
      `This machine has no address ${host}. Choose another with GROUNDPLAN_METRICS_HOST, or leave it out.`,
    );
  return error;
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tellCpu } from "./tell-cpu.ts";

/** The cheapest server on Node: one buffer answers every request. */
const status = Number(process.env.BARE_STATUS ?? 200);
const body = Buffer.alloc(Number(process.env.BARE_SIZE ?? 0), "x");
const headers =
  status === 304 ? {} : { "content-type": "application/json; charset=utf-8", "content-length": body.length };

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : body);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`serves on http://127.0.0.1:${port}\n`);
});
tellCpu();

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tellCpu } from "./tell-cpu.ts";

/** The cheapest streams on Node: each `POST` writes one buffer to all. */
const message = Buffer.alloc(Number(process.env.BARE_SIZE ?? 0), "x");
const open = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === "POST") {
    for (const stream of open) stream.write(message);
    response.end();
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
  open.add(response);
  response.once("close", () => open.delete(response));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`serves on http://127.0.0.1:${port}\n`);
});
tellCpu();

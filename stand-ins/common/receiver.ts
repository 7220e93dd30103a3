import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { fieldsOf, type JsonObject } from "./answers.ts";

export type Received = { headers: IncomingHttpHeaders; text: string; event: JsonObject };

/** Receives webhooks for the stand-in's own tests. `status` is mutable. */
export async function startReceiver() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString("utf8");
    received.push({ headers: request.headers, text, event: fieldsOf(JSON.parse(text)) });
    response.writeHead(receiver.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const receiver = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`,
    received,
    status: 200,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return receiver;
}

import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** Starts a proxy on 127.0.0.1 for CONNECT and absolute HTTP addresses that records its requests. */
export async function startProxy(credential = "") {
  const asked: string[] = [];
  const wanted = credential && `Basic ${Buffer.from(credential).toString("base64")}`;
  const isLetIn = ({ headers }: IncomingMessage) =>
    wanted === "" || headers["proxy-authorization"] === wanted;
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (!isLetIn(incoming)) return void outgoing.writeHead(407).end();
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const passed = request(incoming.url ?? "", { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    return void incoming.pipe(passed);
  });
  server.on("connect", (incoming, socket, head) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.on("error", () => {});
    if (!isLetIn(incoming)) return void socket.end("HTTP/1.1 407 Refused\r\n\r\n");
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    return void target.on("error", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${credential && `${credential}@`}127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

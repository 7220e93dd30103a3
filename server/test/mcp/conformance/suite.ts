import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const suite = fileURLToPath(
  new URL("../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

/** Runs all scenarios that the current revision requires; returns the exit code and what was printed. */
export async function runSuite(url: string, ...options: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [
    ...[suite, "server", "--url", url, "--requirements", "2026-07-28"],
    ...options,
  ]);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
  const [code] = await once(child, "close");
  return { code, said };
}

/** Forwards requests with a credential, which the suite has no option for, and leaves all else as it was sent. */
export async function withCredential(port: number, key: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const authorized = Object.assign({}, headers, { authorization: `Bearer ${key}` });
    const forwarded = send({ host: "127.0.0.1", port, method, path, headers: authorized }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    request.pipe(forwarded);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

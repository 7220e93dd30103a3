import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, Refusal } from "./answers.ts";
import type { Fault, LogEntry, Sent } from "./faults.ts";

export type Behind = {
  /** Called for every request before execution; may return a fault. */
  arrive(entry: LogEntry, authorization: string): Promise<Fault | undefined>;
  /** Executes the operation. Throws `Refusal` for GitHub's errors. */
  execute(entry: LogEntry, headers: IncomingMessage["headers"], text: string): Promise<Answer>;
  /** Called after execution, before the answer leaves. */
  executed(entry: LogEntry): Promise<void>;
  /** Records a failure of the stand-in or a test's hook; the client sees 500 or a broken connection. */
  failed(request: string, error: unknown): void;
  /** Answers control paths below `/__`; undefined for an unknown one. */
  control(method: string, path: string, text: string): Promise<Answer | undefined>;
  headers(): Record<string, string>;
};

/** Listens on a free port of 127.0.0.1. `log` gets requests once fully received. */
export async function startFront(behind: Behind, log: LogEntry[]) {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      behind.failed(`${request.method} ${request.url}`, error);
      response.destroy();
    });
  });
  // Idle connections stay open: closing could break a request being sent.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await read(request);
    if (bytes === undefined) return;
    const isFile = /^(?:multipart|image)\//.test(request.headers["content-type"] ?? "");
    const text = isFile ? "" : bytes.toString("utf8");
    const { method = "GET", url: path = "/" } = request;
    if (path.startsWith("/__")) {
      const answer = await behind.control(method, path, text);
      return send(response, answer ?? { status: 404, body: { message: "no such control" } }, {});
    }
    const entry = enter(log, method, path, request.headers, text);
    if (isFile) entry.bytes = bytes;
    const fault = (await behind.arrive(entry, request.headers.authorization ?? "")) ?? {};
    if (fault.before !== undefined) return spoil(response, entry, fault.before);
    const answer = await execute(entry, request, text);
    await behind.executed(entry);
    if (fault.delayMs !== undefined) await sleep(fault.delayMs);
    if (fault.after === "truncate") return truncate(response, entry, answer);
    if (fault.after !== undefined) return spoil(response, entry, fault.after);
    entry.sent = answer.status;
    send(response, answer, behind.headers());
  }

  async function execute(entry: LogEntry, request: IncomingMessage, text: string): Promise<Answer> {
    entry.executed = true;
    const answer = await behind.execute(entry, request.headers, text).catch((error: unknown): Answer => {
      if (error instanceof Refusal) return error.answer;
      behind.failed(`${entry.method} ${entry.path}`, error);
      return { status: 500, body: { message: `The stand-in failed: ${error}` } };
    });
    entry.result = answer.status;
    return answer;
  }

  function spoil(response: ServerResponse, entry: LogEntry, instead: "cut" | Sent): void {
    if (instead === "cut") {
      entry.sent = "cut";
      response.socket?.resetAndDestroy();
      return;
    }
    entry.sent = instead.status;
    send(response, instead, behind.headers());
  }

  function truncate(response: ServerResponse, entry: LogEntry, answer: Answer): void {
    entry.sent = "truncated";
    const text = JSON.stringify(answer.body ?? {});
    response.writeHead(answer.status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Returns the body; undefined if the client disconnected while sending. */
async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await request.toArray());
  } catch (error) {
    if (request.destroyed) return undefined;
    throw error;
  }
}

function enter(
  log: LogEntry[],
  method: string,
  path: string,
  given: IncomingMessage["headers"],
  text: string,
): LogEntry {
  const { authorization: _token, ...rest } = given;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  const entry: LogEntry = {
    index: log.length,
    method,
    path,
    headers,
    body: parsed(text),
    executed: false,
    result: null,
    sent: null,
  };
  log.push(entry);
  return entry;
}

// Only for the log: invalid JSON stays text there, and is refused on execution.
function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, answer: Answer, common: Record<string, string>): void {
  const html = typeof answer.body === "string";
  const type = html ? "text/html" : "application/json; charset=utf-8";
  response.writeHead(answer.status, {
    ...common,
    ...(answer.body === undefined ? {} : { "content-type": type }),
    ...answer.headers,
  });
  response.end(answer.body === undefined ? undefined : html ? answer.body : JSON.stringify(answer.body));
}

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Everything received on a connection until the service closed it. */
export interface Heard {
  text: string;
  status: number;
  /** The body of the last answer, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers.
  body: any;
  /** Milliseconds until the service closed it; null if still open after `patienceMs`. */
  ms: number | null;
}

/**
 * Sends raw bytes and listens until the service closes, keeping this side open. `pause` is the delay between
 * parts in milliseconds.
 */
export async function sendRaw(
  port: number,
  parts: string | string[],
  { pause = 20, patienceMs = 20_000 } = {},
): Promise<Heard> {
  const begin = performance.now();
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => {});
  // Sending after the service has closed fails, but what arrived still counts.
  const closed = new Promise<number>((resolve) => {
    for (const event of ["end", "close"]) socket.once(event, () => resolve(performance.now() - begin));
  });
  await once(socket, "connect");
  for (const [at, part] of [parts].flat().entries()) {
    if (at > 0 && (await Promise.race([closed, sleep(pause)]))) break;
    socket.write(part, "latin1");
  }
  const ms = await Promise.race([closed, sleep(patienceMs)]);
  socket.destroy();
  return { text, status: statusOf(text), body: bodyOf(text), ms: ms ?? null };
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0);

function bodyOf(text: string): unknown {
  const body = text.slice(text.lastIndexOf("\r\n\r\n") + 4);
  return body.startsWith("{") ? JSON.parse(body) : null;
}

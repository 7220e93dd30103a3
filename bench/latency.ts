import { json } from "node:stream/consumers";
import { connect } from "./connection.ts";

export interface Asked {
  port: number;
  requests: string[];
  seconds: number;
}

/** Response times in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

/** A process that reads `Asked` and prints `Latency`. */
const { port, requests, seconds } = (await json(process.stdin)) as Asked;
const bytes = requests.map((request) => Buffer.from(request));
const took: number[] = [];
await new Promise<void>((resolve) => {
  const until = performance.now() + seconds * 1000;
  let sent = 0;
  const connection = connect(port, (status) => {
    if (status !== 200) throw new Error(`an answer was ${status}`);
    took.push(performance.now() - sent);
    if (sent < until) return next();
    connection.close();
    resolve();
  });
  const next = () => {
    sent = performance.now();
    connection.send(bytes[took.length % bytes.length] ?? Buffer.of());
  };
  next();
});
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
const done: Latency = { p50: at(0.5), p99: at(0.99) };
process.stdout.write(JSON.stringify(done));

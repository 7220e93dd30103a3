import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Meter, Gauge as Reading, Sample } from "../meter.ts";

/** A process's metrics and their Prometheus text. */
export interface Prometheus {
  meter: Meter;
  /** Replaces a gauge's values; missing ones disappear. */
  show(gauge: Pick<Reading, "name" | "help" | "labels">, samples: readonly Sample[]): void;
  text(): Promise<string>;
  contentType: string;
}

/** Histogram buckets in seconds. */
const short = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const long = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 7200];
const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

const classes = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Creates metrics in their own registry. */
export function createPrometheus(): Prometheus {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauges = new Map<string, Gauge>();
  return {
    meter: createMeter(registers),
    show({ name, help, labels: labelNames }, samples) {
      const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames, registers });
      gauges.set(name, gauge);
      gauge.reset();
      for (const { labels, value } of samples) gauge.set(labels, value);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createMeter(registers: Registry[]): Meter {
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets = short) =>
    new Histogram({ name: `groundplan_${name}`, help, labelNames, buckets, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `groundplan_${name}`, help, labelNames, registers });

  const requests = counter("requests_total", "Answers by route, method and class of status.", [
    "route",
    "method",
    "status",
  ]);
  const requestSeconds = histogram(
    "request_duration_seconds",
    "Time until an answer had left, without those that were repeated from memory and without streams.",
    ["route", "method"],
  );
  const writeSeconds = histogram(
    "write_duration_seconds",
    "Time that a command was awaited until it was on disk.",
    ["result"],
  );
  const batchSize = histogram("write_batch_size", "Commands of a transaction.", [], sizes);
  const batchSeconds = histogram("write_batch_duration_seconds", "Time that a transaction took.", []);
  const jobSeconds = histogram(
    "job_duration_seconds",
    "Time that a run of a job took.",
    ["kind", "result"],
    long,
  );
  const pushSeconds = histogram(
    "push_duration_seconds",
    "Time from a push's start to its end.",
    ["state"],
    long,
  );
  const deliveries = counter("webhook_attempts_total", "Attempts to deliver events to webhooks.", ["result"]);
  const calls = counter("outbound_calls_total", "Calls to other services.", ["purpose", "result"]);
  const callSeconds = histogram(
    "outbound_call_duration_seconds",
    "Time that a call to another service took.",
    ["purpose"],
  );

  return {
    request(route, sent, code, seconds) {
      const method = methods.has(sent) ? sent : "other";
      requests.inc({ route, method, status: classes[Math.trunc(code / 100)] ?? "" });
      if (seconds !== undefined) requestSeconds.observe({ route, method }, seconds);
    },
    write: (result, seconds) => writeSeconds.observe({ result }, seconds),
    batch(commands, seconds) {
      batchSize.observe(commands);
      batchSeconds.observe(seconds);
    },
    job: (kind, result, seconds) => jobSeconds.observe({ kind, result }, seconds),
    push: (state, seconds) => pushSeconds.observe({ state }, seconds),
    delivery: (result) => deliveries.inc({ result }),
    outboundCall(purpose, result, seconds) {
      calls.inc({ purpose, result });
      callSeconds.observe({ purpose }, seconds);
    },
  };
}

import type { Log } from "../log.ts";
import type { Gauge, Meter } from "../meter.ts";
import { listen, type MetricsPort } from "./listen.ts";
import { createPrometheus, type Prometheus } from "./prometheus.ts";

export interface Metrics {
  meter: Meter;
  /** Listens on the metrics port; `gauges` are read from `context` per request. */
  listen<C extends { log: Log }>(
    place: { host: string; port: number },
    context: C,
    gauges: readonly Gauge<C>[],
  ): Promise<MetricsPort>;
}

/** Milliseconds per gauge: an unresponsive database withholds only its own figures. */
const longestRead = 5000;

export function openMetrics(): Metrics {
  const prometheus = createPrometheus();
  return {
    meter: prometheus.meter,
    listen(address, context, gauges) {
      let reading: Promise<string> | null = null;
      const read = async () => {
        // Concurrent requests share one reading.
        reading ??= readAll(prometheus, context, gauges).finally(() => {
          reading = null;
        });
        return { text: await reading, type: prometheus.contentType };
      };
      return listen(address, read);
    },
  };
}

async function readAll<C extends { log: Log }>(
  prometheus: Prometheus,
  context: C,
  gauges: readonly Gauge<C>[],
): Promise<string> {
  const show = async (gauge: Gauge<C>) => {
    try {
      prometheus.show(gauge, await inTime(async () => gauge.read(context)));
    } catch (error) {
      context.log.warn({ err: error, gauge: gauge.name }, "a figure was not read for the metrics");
      prometheus.show(gauge, []);
    }
  };
  await Promise.all(gauges.map(show));
  return prometheus.text();
}

async function inTime<T>(read: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the database did not answer in time")), longestRead);
  try {
    return await Promise.race([read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

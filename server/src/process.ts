import type { Config } from "./config/config.ts";
import { extract } from "./extract/extract.ts";
import type { ServerContext } from "./http/server-context.ts";
import { type JobRunner, startJobs } from "./jobs/runner.ts";
import type { Log } from "./log.ts";
import { gauges, hearOthers, jobKinds, startBackground } from "./modules/index.ts";
import { type OpenTracker, openTracker } from "./modules/trackers/registry.ts";
import { openDatabase } from "./open-database.ts";
import { lazyOutbound } from "./outbound/lazy-client.ts";
import { checkKeys, provideKeyring } from "./secrets/start.ts";

/** Everything that a process holds. The composition root: wiring only, no logic. */
export interface ProcessContext extends ServerContext {
  jobs: JobRunner;
  /** Null if metrics are off. */
  metricsUrl: string | null;
  /** Called once the process listens. */
  listensOn(address: string): void;
  /** Stops accepting work: jobs end at their next step, pending requests are answered. */
  drain(): Promise<void>;
  /** Closes everything, after `drain`. */
  close(): Promise<void>;
}

export interface Overrides {
  openTracker?: OpenTracker;
  openDatabase?: typeof openDatabase;
  /** Called when the writer is permanently broken. */
  onBroken?: (error: Error) => void;
}

/** Opens everything. With `jobs: "off"` another process runs the jobs. */
export async function createContext(
  config: Config,
  log: Log,
  options: Overrides & { jobs?: "on" | "off" } = {},
): Promise<ProcessContext> {
  const onBroken = options.onBroken ?? ((error) => log.fatal({ err: error }, "the writer broke"));
  checkKeys(config);
  const metrics = config.metrics && (await import("./metrics/open.ts")).openMetrics();
  const traces = config.traces && (await import("./traces/open.ts")).openTraces(config.traces, log);
  const observed = { meter: metrics?.meter, tracer: traces?.tracer };
  const database = await (options.openDatabase ?? openDatabase)(config, onBroken, observed);
  try {
    const keyring = await provideKeyring(config, database);
    const outbound = lazyOutbound({
      allowPrivateNetwork: config.allowPrivateNetwork,
      proxy: config.outboundProxy,
      onFailure: (failure) => log.warn(failure, "a call to another service failed"),
    });
    const draining = new AbortController();
    let endBackground = async () => {};
    let closeMetrics = async () => {};
    let address = `http://localhost:${config.port}`;
    const context: ProcessContext = {
      config,
      log,
      ...observed,
      metricsUrl: null,
      db: database.db,
      longReads: database.longReads,
      writer: database.writer,
      commits: database.commits,
      notices: database.notices,
      keyring,
      outbound,
      extract,
      openTracker: options.openTracker ?? openTracker,
      jobs: { wake: () => {}, stop: async () => {} },
      publicUrl: () => config.publicUrl ?? address,
      listensOn: (listening) => {
        address = listening;
      },
      activeRequests: 0,
      draining: draining.signal,
      async drain() {
        draining.abort();
        await Promise.all([context.jobs.stop(), endBackground()]);
      },
      async close() {
        await context.drain();
        await outbound.close();
        await closeMetrics();
        await traces?.close((config.shutdownSeconds * 1000) / 4);
        await database.close();
      },
    };
    if (metrics && config.metrics) {
      const port = await metrics.listen(config.metrics, context, gauges);
      context.metricsUrl = port.url;
      closeMetrics = port.close;
    }
    hearOthers(context);
    if (options.jobs !== "off") {
      context.jobs = startJobs(context, jobKinds);
      endBackground = startBackground(context);
    }
    return context;
  } catch (error) {
    await database.close();
    throw error;
  }
}

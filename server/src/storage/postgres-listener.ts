import pg from "pg";

/** A channel of `NOTIFY`. */
export interface Channel {
  name: string;
  hear(payload: string): void;
  /** Called after each connect, since notifications may have been lost before. */
  onListening?(): void;
}

export interface Listener {
  /** Resolves after the first attempt to connect, successful or not. */
  started: Promise<void>;
  end(): Promise<void>;
}

/** Listens to channels on one connection until ended, reconnecting after a second. */
export function listenOnPostgres(url: string, channels: readonly Channel[]): Listener {
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const started = Promise.withResolvers<void>();
  let ended = false;
  let client: pg.Client | undefined;
  const connect = async () => {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
    });
    client = connecting;
    const broken = Promise.withResolvers<void>();
    connecting.on("error", () => broken.resolve());
    connecting.on("end", () => broken.resolve());
    connecting.on("notification", ({ channel, payload = "" }) => byName.get(channel)?.hear(payload));
    try {
      await connecting.connect();
      for (const name of byName.keys()) await connecting.query(`listen ${name}`);
      for (const { onListening } of channels) onListening?.();
      started.resolve();
      await broken.promise;
    } catch {
      // The database is down; queries report it.
    }
    started.resolve();
    await connecting.end().catch(() => {});
    if (!ended) setTimeout(() => ended || void connect(), 1000).unref();
  };
  void connect();
  return {
    started: started.promise,
    async end() {
      ended = true;
      await client?.end().catch(() => {});
    },
  };
}

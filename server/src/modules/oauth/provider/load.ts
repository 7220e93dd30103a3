import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "../../context.ts";
import type { Browser } from "./provider.ts";

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Loads the OAuth server lazily: it is as large as the rest of the service. */
export async function loadProvider(context: Context, browser: Browser): Promise<Listener> {
  const { createProvider } = await withoutRuntimeNotice(() => import("./provider.ts"));
  return createProvider(context, browser).callback();
}

const notice = "oidc-provider WARNING: Unsupported runtime";

/** Suppresses the library's warning about unlisted Node releases. */
async function withoutRuntimeNotice<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes(notice)) warn(...said);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}

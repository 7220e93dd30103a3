import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "../context.ts";
import type { Browser } from "./provider.ts";

/** Answers a request of the OAuth server. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Loads the OAuth server, which a start does without: it is as large as the rest of the service. */
export async function loadProvider(context: Context, browser: Browser): Promise<Listener> {
  const { createProvider } = await withoutRuntimeNotice(() => import("./provider.ts"));
  return createProvider(context, browser).callback();
}

const notice = "oidc-provider WARNING: Unsupported runtime";

/** Keeps the library from printing that it does not know this release of Node, which it prints for all but some. */
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

import type { FastifyReply } from "fastify";
import type { StartedSession } from "../../modules/sign-in/sessions/session.ts";
import { hostCookie, sessionCookie } from "./session-cookie.ts";

/** Half a year after the last sign-in. */
const knownSeconds = 180 * 24 * 3600;

/** Returns the known-browser secret, which grants nothing. */
export const knownBrowserIn = (publicUrl: string, cookies: string | undefined): string | undefined =>
  knownCookie(publicUrl).read(cookies);

/** Sets the cookies of a started session; null clears the session's. */
export function setSessionCookies(
  reply: FastifyReply,
  publicUrl: string,
  started: StartedSession | null,
): void {
  reply.header("set-cookie", sessionCookie(publicUrl).write(started));
  if (started)
    reply.header("set-cookie", knownCookie(publicUrl).write(started.browser, `Max-Age=${knownSeconds}`));
}

const knownCookie = (publicUrl: string) => hostCookie(publicUrl, "groundplan-known");

import type { FastifyReply } from "fastify";
import type { StartedSession } from "../modules/sign-in/session.ts";
import { hostCookie, sessionCookie } from "./session-cookie.ts";

/** A browser stays known for half a year after its last sign-in. */
const knownSeconds = 180 * 24 * 3600;

/** Returns the secret by which a browser that has signed in before is known; it opens nothing. */
export const knownBrowserIn = (publicUrl: string, cookies: string | undefined): string | undefined =>
  knownCookie(publicUrl).read(cookies);

/** Makes an answer carry the cookies of a session that has started; null takes that of the session away. */
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

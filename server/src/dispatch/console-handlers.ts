import type { ConsoleEndpoint, Input, Reply } from "@groundplan/contract";
import type { SignedIn } from "../actor.ts";

/** A request of the console, as its handler gets it. */
export interface ConsoleRequest<E extends ConsoleEndpoint = ConsoleEndpoint> {
  input: Input<E>;
  /** The session that the request's cookie names; null without one that is valid. */
  session: SignedIn | null;
  /** The origin is that of the page, where the browser says it. */
  sender: { address: string; userAgent: string; origin: string | undefined };
  /** The secret by which a browser that began to sign in is known again. */
  begun: { read(): string | undefined; write(secret: string): void };
  /** The secret by which a browser that has signed in before is known. */
  knownBrowser: string | undefined;
  /** Returns the value of another cookie of the request. */
  cookie(name: string): string | undefined;
  /** Makes the answer carry the secrets of a session and of its browser as cookies; null takes the session's away. */
  setSession(started: { secret: string; expiresAt: string; browser: string } | null): void;
}

/** The request of an endpoint that needs a session. */
export type SignedInRequest<E extends ConsoleEndpoint> = ConsoleRequest<E> & { session: SignedIn };

/** Answers an endpoint of the console. It writes through commands, and may call out. */
export interface ConsoleHandler<E extends ConsoleEndpoint = ConsoleEndpoint, C = never> {
  endpoint: E;
  run(context: C, request: ConsoleRequest<E>): Promise<Reply<E>>;
}

/** Declares the handler of an endpoint that works without a session, too. */
export const onConsole = <E extends ConsoleEndpoint, C>(
  endpoint: E,
  run: ConsoleHandler<E, C>["run"],
): ConsoleHandler<E, C> => ({ endpoint, run });

/** Declares the handler of an endpoint that needs a session; the route refuses a request without one. */
export const forSession = <E extends ConsoleEndpoint, C>(
  endpoint: E,
  run: (context: C, request: SignedInRequest<E>) => Promise<Reply<E>>,
): ConsoleHandler<E, C> => ({
  endpoint,
  run(context, { session, ...request }) {
    if (!session) throw new Error(`${endpoint.id} without a session`);
    return run(context, { ...request, session });
  },
});

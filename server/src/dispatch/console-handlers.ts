import type { ConsoleEndpoint, Input, Reply } from "@groundplan/contract";
import type { SignedIn } from "../actor.ts";

/** A console request, as its handler receives it. */
export interface ConsoleRequest<E extends ConsoleEndpoint = ConsoleEndpoint> {
  input: Input<E>;
  /** Null without a valid session cookie. */
  session: SignedIn | null;
  /** `origin` is the page's, if the browser sends it. */
  sender: { address: string; userAgent: string; origin: string | undefined };
  /** The secret that binds an unfinished sign-in to its browser. */
  begun: { read(): string | undefined; write(secret: string): void };
  /** The secret of a browser that has signed in before. */
  knownBrowser: string | undefined;
  cookie(name: string): string | undefined;
  /** Sets the cookies of a session and its browser; null clears the session's. */
  setSession(started: { secret: string; expiresAt: string; browser: string } | null): void;
}

/** A request with a session. */
export type SignedInRequest<E extends ConsoleEndpoint> = ConsoleRequest<E> & { session: SignedIn };

/** Handles a console endpoint. It writes through commands, and may call out. */
export interface ConsoleHandler<E extends ConsoleEndpoint = ConsoleEndpoint, C = never> {
  endpoint: E;
  run(context: C, request: ConsoleRequest<E>): Promise<Reply<E>>;
}

/** Declares a handler that needs no session. */
export const onConsole = <E extends ConsoleEndpoint, C>(
  endpoint: E,
  run: ConsoleHandler<E, C>["run"],
): ConsoleHandler<E, C> => ({ endpoint, run });

/** Declares a handler that needs a session, enforced by the route. */
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

import type { Session } from "@groundplan/contract";
import { unauthorized } from "../../../errors.ts";
import type { Db } from "../../../storage/dialect.ts";
import { presentSession } from "./present-session.ts";
import {
  findSessionById,
  type NewSession,
  newSessionIn,
  type SigningIn,
  type StartedSession,
} from "./session.ts";

type Request = SigningIn & { setSession(started: StartedSession | null): void };

/** Signs a browser in: `start` creates the session and returns its id. Cookies are set after the commit. */
export async function signedIn(
  { db }: { db: Db },
  request: Request,
  start: (session: NewSession) => Promise<string>,
): Promise<{ session: Session }> {
  const { started, session } = await newSessionIn(db, request);
  const id = await start(session);
  request.setSession(started);
  const found = await findSessionById(db, id);
  if (!found) throw unauthorized("This session has just ended. Sign in again.");
  return { session: await presentSession(db, found) };
}

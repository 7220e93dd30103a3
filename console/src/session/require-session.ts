import { redirect } from "@tanstack/react-router";
import { knownSession } from "./session.ts";

/** Leads who is not signed in to the gate, and remembers where they wanted to go. For a route's `beforeLoad`. */
export async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  const { needsSetUp, session } = await knownSession();
  if (session) return;
  if (needsSetUp) throw redirect({ to: "/set-up", replace: true });
  throw redirect({ to: "/sign-in", search: { to: location.href }, replace: true });
}

/** Waits until it is known who is signed in, in a room that is shown without a session, too. For a route's `beforeLoad`. */
export async function knowSession(): Promise<void> {
  await knownSession();
}

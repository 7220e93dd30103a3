import { redirect } from "@tanstack/react-router";
import { loadSession } from "./session.ts";

/** Redirects to the sign-in page, which returns here. For a route's `beforeLoad`. */
export async function requireSession({ location }: { location: { href: string } }): Promise<void> {
  const { needsSetUp, session } = await loadSession();
  if (session) return;
  if (needsSetUp) throw redirect({ to: "/set-up", replace: true });
  throw redirect({ to: "/sign-in", search: { to: location.href }, replace: true });
}

/** Waits for the session on public pages. For a route's `beforeLoad`. */
export async function knowSession(): Promise<void> {
  await loadSession();
}

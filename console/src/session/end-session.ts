import { signOut } from "@groundplan/contract";
import { client } from "../api/client.ts";
import { subscriptionsHere } from "./pushes-here.ts";

/** Ends the session and the pushes to this browser; others of the user go on. */
export async function endSession(): Promise<void> {
  // A browser that fails to name its subscriptions must not keep anybody signed in.
  const subscriptions = await subscriptionsHere().catch(() => []);
  await client.call(signOut, { body: { pushes: subscriptions.map(({ endpoint }) => endpoint) } });
  // What the service didn't know of, its push service refuses from now on.
  await Promise.allSettled(subscriptions.map((subscription) => subscription.unsubscribe()));
}

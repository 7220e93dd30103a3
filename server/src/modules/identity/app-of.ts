import type { Actor } from "../../actor.ts";

/** Returns the connection of the app through which an actor acts; null for keys and the console, which are the person. */
export const appOf = ({ credentialKind, signedInAt, credentialId }: Actor): string | null =>
  credentialKind === "oauth" && signedInAt === null ? credentialId : null;

import type { Actor } from "../../actor.ts";

/** Returns the app's connection; null for keys and the console. */
export const appOf = ({ credentialKind, signedInAt, credentialId }: Actor): string | null =>
  credentialKind === "oauth" && signedInAt === null ? credentialId : null;

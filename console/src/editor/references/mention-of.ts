import type { Person } from "./offers.ts";

/** A mention as texts have it. A name can't have brackets there. */
export const mentionOf = ({ name, userId }: Person): string =>
  `[@${name.replaceAll(/[[\]]/g, "")}](user:${userId})`;

import type { pushPlan, Request } from "@groundplan/contract";

/** This is what people decide about a push, as the address has it. */
export interface PushChoices {
  hold?: true | undefined;
  finished?: true | undefined;
  overwrite?: true | undefined;
  gone?: "recreate" | "release" | undefined;
  /** The word with which a tracker's page led back, where nothing was connected. */
  error?: string | undefined;
}

const flagOf = (value: unknown) => (value === true || value === "true" ? true : undefined);

/** Reads the choices of an address; what it does not know is left out. */
export const pushChoicesOf = ({
  hold,
  finished,
  overwrite,
  gone,
  error,
}: Record<string, unknown>): PushChoices => ({
  hold: flagOf(hold),
  finished: flagOf(finished),
  overwrite: flagOf(overwrite),
  gone: gone === "recreate" || gone === "release" ? gone : undefined,
  error: error === undefined ? undefined : String(error),
});

/** Returns the choices as a push takes them. */
export const bodyOf = ({
  hold,
  finished,
  overwrite,
  gone,
}: PushChoices): Request<typeof pushPlan>["body"] => ({
  ...(hold ? { holdBelowReady: true } : {}),
  ...(finished ? { includeDone: true } : {}),
  ...(overwrite ? { onConflict: "overwrite" as const } : {}),
  ...(gone ? { onGone: gone } : {}),
});

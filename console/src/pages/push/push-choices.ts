import type { pushPlan, Request } from "@groundplan/contract";

/** The push options in the address. */
export interface PushChoices {
  hold?: true | undefined;
  finished?: true | undefined;
  overwrite?: true | undefined;
  gone?: "recreate" | "release" | undefined;
  /** The error of a failed OAuth attempt. */
  error?: string | undefined;
}

const flagOf = (value: unknown) => (value === true || value === "true" ? true : undefined);

/** Parses the options, ignoring unknown values. */
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

/** Returns the options as a request body. */
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

import type { ContextSource } from "@groundplan/contract";
import { counted } from "../../components/counted.ts";
import { Pill, type Tone } from "../../components/pill.tsx";

/** Until then the token count is unknown. */
export const isBeingRead = ({ enrichment }: ContextSource): boolean =>
  enrichment?.status === "pending" || enrichment?.status === "running";

/** Null if there is nothing to say. */
export function stateOf(source: ContextSource): { words: string; tone: Tone; reason: string } | null {
  const { status = "done", reason = "" } = source.enrichment ?? {};
  if (status === "pending") return { words: "Waiting to be read", tone: "plain", reason };
  if (status === "running") return { words: "Reading", tone: "accent", reason };
  if (status === "failed") return { words: "Could not be read", tone: "bad", reason };
  if (status === "skipped") return { words: "No readable text", tone: "warn", reason };
  return source.degraded ? { words: "Read in part", tone: "warn", reason } : null;
}

export function SourceState({ source }: { source: ContextSource }) {
  const state = stateOf(source);
  return (
    state && (
      <span title={state.reason || undefined}>
        <Pill tone={state.tone}>{state.words}</Pill>
      </span>
    )
  );
}

export const tokens = (count: number): string => counted(count, "token");

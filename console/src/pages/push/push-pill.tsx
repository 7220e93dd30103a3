import type { PushState } from "@groundplan/contract";
import { Pill, type Tone } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";

const tones: Record<PushState, Tone> = {
  pushed: "good",
  unchanged: "plain",
  partial: "warn",
  failed: "bad",
  running: "accent",
  queued: "accent",
  dry_run: "plain",
};

export const isUnderWay = (status: PushState): boolean => status === "queued" || status === "running";

export const PushPill = ({ status }: { status: PushState }) => (
  <Pill tone={tones[status]}>{wordOf(status.toUpperCase())}</Pill>
);

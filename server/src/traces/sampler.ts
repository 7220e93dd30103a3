import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TraceSettings } from "../config/traces.ts";

export function samplerOf({ name, ratio }: TraceSettings["sampler"]): Sampler {
  const own = name.replace(/^parentbased_/, "");
  const root =
    own === "always_off"
      ? new AlwaysOffSampler()
      : own === "traceidratio"
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return own === name ? root : new ParentBasedSampler({ root });
}

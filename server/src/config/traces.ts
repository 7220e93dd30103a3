import { ConfigError } from "./config-error.ts";

/** The trace collector, from OpenTelemetry's own variables. */
export interface TraceSettings {
  url: string;
  /** OTEL_SERVICE_NAME, if set. */
  serviceName: string | null;
  sampler: { name: string; ratio: number };
  /** Queue length in spans, and milliseconds between exports. */
  queueSize: number;
  delayMs: number;
}

const samplers = ["always_on", "always_off", "traceidratio"].flatMap((name) => [name, `parentbased_${name}`]);

/** Returns the settings; null if unset or switched off. */
export function traceSettings(text: (name: string) => string | null): TraceSettings | null {
  const isOff =
    text("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || text("OTEL_TRACES_EXPORTER") === "none";
  const url = isOff ? null : collectorUrl(text);
  if (url === null) return null;
  if ((text("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? text("OTEL_EXPORTER_OTLP_PROTOCOL")) === "grpc")
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, which is not spoken here. Set it to http/json, and the endpoint to the collector's port for HTTP (4318).",
    );
  const name = text("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  if (!samplers.includes(name))
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER is ${JSON.stringify(name)}. Set it to one of ${samplers.join(", ")}, or leave it out.`,
    );
  const ratio = numberFrom(text, "OTEL_TRACES_SAMPLER_ARG", 1, 0, 1);
  return {
    url,
    serviceName: text("OTEL_SERVICE_NAME"),
    sampler: { name, ratio },
    queueSize: numberFrom(text, "OTEL_BSP_MAX_QUEUE_SIZE", 2048, 1, 100_000),
    delayMs: numberFrom(text, "OTEL_BSP_SCHEDULE_DELAY", 5000, 1, 600_000),
  };
}

/** Returns the export address. Errors never repeat it, since it may contain a password. */
function collectorUrl(text: (name: string) => string | null): string | null {
  const own = text("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const base = text("OTEL_EXPORTER_OTLP_ENDPOINT");
  const value = own ?? (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (!value) return null;
  const name = own ? "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT" : "OTEL_EXPORTER_OTLP_ENDPOINT";
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new ConfigError(
      `${name} is not an address that starts with http:// or https://. Correct it, or leave it out.`,
    );
  return value;
}

function numberFrom(
  text: (name: string) => string | null,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = text(name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!(parsed >= min && parsed <= max))
    throw new ConfigError(
      `${name} is ${JSON.stringify(value)}. Set it to a number from ${min} to ${max}, or leave it out for ${fallback}.`,
    );
  return parsed;
}

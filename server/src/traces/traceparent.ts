import { type Context, isSpanContextValid, ROOT_CONTEXT, trace } from "@opentelemetry/api";

/** Returns a context's span as a `traceparent` header. */
export function headerOf(context: Context): string | undefined {
  const span = trace.getSpanContext(context);
  if (!span) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Returns the context of a header; undefined if malformed. */
export function contextOf(header: string): Context | undefined {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header) ?? [];
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : undefined;
}

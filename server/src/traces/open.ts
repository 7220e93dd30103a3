import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer as Spans,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { TraceSettings } from "../config/traces.ts";
import type { Log } from "../log.ts";
import type { NewSpan, Tracer } from "../tracer.ts";
import { logProblems } from "./log-problems.ts";
import { samplerOf } from "./sampler.ts";
import { contextOf, headerOf } from "./traceparent.ts";

/** A process's tracer, and its exporter. */
export interface Traces {
  tracer: Tracer;
  /** Flushes pending spans within a time limit. */
  close(withinMs: number): Promise<void>;
}

/** Connects to the collector. Spans wait in a bounded queue; excess ones are dropped. */
export function openTraces(settings: TraceSettings, log: Log): Traces {
  const tell = logProblems(log);
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: settings.url }),
    maxQueueSize: settings.queueSize,
    maxExportBatchSize: Math.min(512, settings.queueSize),
    scheduledDelayMillis: settings.delayMs,
  });
  const provider = new TracerProvider({
    resource: resourceOf(settings),
    sampler: samplerOf(settings.sampler),
    spanProcessors: [processor],
  });
  return {
    tracer: createTracer(provider.getTracer("groundplan")),
    async close(withinMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      const sent = provider.shutdown().catch((error: Error) => tell(error.message));
      await Promise.race([sent, promise]);
      clearTimeout(timer);
    },
  };
}

const resourceOf = ({ serviceName }: TraceSettings) =>
  defaultResource()
    .merge(resourceFromAttributes({ "service.name": "groundplan" }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
    .merge(resourceFromAttributes(serviceName === null ? {} : { "service.name": serviceName }));

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, job: SpanKind.CONSUMER } as const;

/**
 * Creates the tracer. Context is kept per instance instead of globally, so that two processes can share a
 * thread.
 */
function createTracer(spans: Spans): Tracer {
  const underWay = new AsyncLocalStorage<Context>();
  const begin = ({ name, kind, facts, parent }: NewSpan): [Span, Context] => {
    const within = (parent && contextOf(parent)) || underWay.getStore() || ROOT_CONTEXT;
    const span = spans.startSpan(name, { kind: kinds[kind], attributes: facts }, within);
    return [span, trace.setSpan(within, span)];
  };
  return {
    async span(wanted, work) {
      const [span, within] = begin(wanted);
      try {
        return await underWay.run(within, () => work((facts) => void span.setAttributes(facts)));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute("error.type", codeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    current() {
      const within = underWay.getStore();
      return within && headerOf(within);
    },
  };
}

/** Returns an error's code for a span, without its message, which may contain names or texts. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const word = typeof code === "string" ? code : name;
  return typeof word === "string" && /^[\w.-]{1,60}$/.test(word) ? word : "unknown";
}

import type { Metered } from "./meter.ts";

/** Attributes of a span; never names or ids of plans, users or other resources. */
export type Facts = Readonly<Record<string, string | number>>;

/** Reports spans to a collector. Absent unless configured. */
export interface Tracer {
  /**
   * Runs work as a span within the current one or `parent`. Errors are reported by code; `note` adds
   * attributes later.
   */
  span<T>(span: NewSpan, work: (note: Note) => Promise<T>): Promise<T>;
  /** Returns the current span as a `traceparent` header. */
  current(): string | undefined;
}

/** Adds attributes to a running span. */
export type Note = (facts: Facts) => void;

export interface NewSpan {
  name: string;
  kind: "server" | "client" | "job";
  facts: Facts;
  parent?: string | null;
}

export interface Observed extends Metered {
  tracer?: Tracer | undefined;
}

/** Runs work as a span, if there is a tracer. */
export const traced = <T>(
  { tracer }: Observed,
  span: NewSpan,
  work: (note: Note) => Promise<T>,
): Promise<T> => (tracer ? tracer.span(span, work) : work(nothing));

const nothing = () => {};

/** Returns the span of an endpoint's operation. */
export const operationSpan = ({ id, method, path }: Operation): NewSpan => ({
  name: `${method} ${path}`,
  kind: "server",
  facts: { "http.request.method": method, "http.route": path, "groundplan.operation": id },
});

interface Operation {
  id: string;
  method: string;
  path: string;
}

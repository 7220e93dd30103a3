import type { Metered } from "./meter.ts";

/** The facts of a span. None is the name or id of a plan, person or thing. */
export type Facts = Readonly<Record<string, string | number>>;

/** A tracer tells a collector of traces what a process does. There is none unless one is set, and then nothing is noted. */
export interface Tracer {
  /**
   * Runs work as a span, within the one that is under way or the one of `parent`. An error that the work throws is told by
   * its code; `note` adds facts that are known later.
   */
  span<T>(span: NewSpan, work: (note: Note) => Promise<T>): Promise<T>;
  /** Returns the span that is under way as a `traceparent` header, for what it causes later. */
  current(): string | undefined;
}

/** Adds facts to a span that are known when its work has begun. */
export type Note = (facts: Facts) => void;

export interface NewSpan {
  name: string;
  kind: "server" | "client" | "job";
  facts: Facts;
  parent?: string | null;
}

/** The part of a process that whoever counts or traces needs. */
export interface Observed extends Metered {
  tracer?: Tracer | undefined;
}

/** Runs work as a span where there is a tracer. */
export const traced = <T>(
  { tracer }: Observed,
  span: NewSpan,
  work: (note: Note) => Promise<T>,
): Promise<T> => (tracer ? tracer.span(span, work) : work(nothing));

const nothing = () => {};

/** Returns the span of an endpoint's operation, by the words of the contract. */
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

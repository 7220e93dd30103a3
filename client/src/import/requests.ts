import { byteLength } from "./byte-length.ts";
import type { ImportedContext, ImportedPlan, Parsed } from "./format.ts";

/** The most specs of one request, so that others can write between two of them. */
const mostSpecs = 500;
/** The bytes of one request, whose body may have 8 MiB; a little is left for what surrounds the plans. */
export const mostBytes = 7.5 * 1024 * 1024;
/** The most plans that `POST …/imports` takes; one is left for the root. */
const mostPlans = 499;
/** The most context sources of plans that it takes. */
const mostSources = 200;

/**
 * Yields groups of sources that fit into one request each, in order, while they are read: never more than one group is
 * held. A source is never divided, since its plans are imported all or nothing. The first request brings the `context` of
 * the project along: where no source fits in beside it, the first group is empty.
 */
export async function* requests<T extends Parsed>(
  sources: AsyncIterable<T>,
  context: readonly ImportedContext[] = [],
): AsyncGenerator<T[]> {
  const empty = { plans: 0, specs: 0, sources: 0, bytes: 0 };
  let group: T[] = [];
  let size = { ...empty, bytes: context.length > 0 ? bytesOf(context) : 0 };
  for await (const source of sources) {
    const own = sizeOf(source.plans);
    const more = sum(size, own);
    const isFull = more.plans > mostPlans || more.specs > mostSpecs || more.sources > mostSources;
    const isTooLong = size.bytes > 0 && more.bytes > mostBytes;
    if (isTooLong || (isFull && group.length > 0)) {
      yield group;
      group = [];
      size = empty;
    }
    group.push(source);
    size = sum(size, own);
  }
  if (group.length > 0) yield group;
}

type Size = ReturnType<typeof sizeOf>;

const sum = (a: Size, b: Size): Size => ({
  plans: a.plans + b.plans,
  specs: a.specs + b.specs,
  sources: a.sources + b.sources,
  bytes: a.bytes + b.bytes,
});

/** Returns how much of a request plans take. */
export const sizeOf = (plans: readonly ImportedPlan[]) => ({
  plans: plans.length,
  specs: plans.reduce((count, { specs }) => count + (specs?.length ?? 0), 0),
  sources: plans.reduce((count, { sources }) => count + (sources?.length ?? 0), 0),
  bytes: bytesOf(plans),
});

/** Returns the bytes that a value takes in a request. */
export const bytesOf = (value: unknown): number => byteLength(JSON.stringify(value));

import { byteLength } from "./byte-length.ts";
import type { ImportedContext, ImportedPlan, Parsed } from "./format.ts";

/** Per request, so that other writers get a turn in between. */
const mostSpecs = 500;
/** Bytes per request, below the body limit of 16 MiB. */
export const mostBytes = 15.5 * 1024 * 1024;
/** One less than `POST …/imports` takes, for the root. */
const mostPlans = 499;
/** Of plans, per request. */
const mostSources = 200;

/**
 * Groups sources into requests, holding one group at a time. A source is never split, since its plans are all
 * or nothing. The first request carries the project's `context`, possibly alone.
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
  // Without sources, the context goes alone.
  if (size.bytes > 0) yield group;
}

type Size = ReturnType<typeof sizeOf>;

const sum = (a: Size, b: Size): Size => ({
  plans: a.plans + b.plans,
  specs: a.specs + b.specs,
  sources: a.sources + b.sources,
  bytes: a.bytes + b.bytes,
});

/** Returns the size of plans in a request. */
export const sizeOf = (plans: readonly ImportedPlan[]) => ({
  plans: plans.length,
  specs: plans.reduce((count, { specs }) => count + (specs?.length ?? 0), 0),
  sources: plans.reduce((count, { sources }) => count + (sources?.length ?? 0), 0),
  bytes: plans.reduce((sum, plan) => sum + bytesOfPlan(plan), 0),
});

/** Measures the parts one by one: the JSON of the whole would double the memory of a large import. */
const bytesOfPlan = ({ specs = [], sources = [], ...plan }: ImportedPlan) =>
  [plan, ...specs, ...sources].reduce((sum, part) => sum + bytesOf(part) + 1, 0);

export const bytesOf = (value: unknown): number => byteLength(JSON.stringify(value));

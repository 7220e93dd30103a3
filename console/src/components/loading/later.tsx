import { type ComponentType, type ReactNode, Suspense, use } from "react";
import { createStore, useStore } from "../../base/store.ts";
import { LostPart } from "./lost-part.tsx";

/** Loaded on first render, or earlier by `load`, which never rejects. */
interface LaterPart<Properties> {
  (properties: Properties): ReactNode;
  load: () => Promise<void>;
}

interface Looks<Properties> {
  /** Rendered while loading. */
  waiting?: (properties: Properties) => ReactNode;
  /** Rendered if loading failed. */
  lost?: (properties: Properties, problem: ReactNode) => ReactNode;
}

/**
 * A failed import shows an error in place and can be retried; React's `lazy` would remember the failure until
 * a reload.
 */
export function later<Properties extends object>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
  { waiting = () => null, lost = (_, problem) => problem }: Looks<Properties> = {},
): LaterPart<Properties> {
  let loaded: ComponentType<Properties> | undefined;
  let loading: Promise<ComponentType<Properties> | null> | undefined;
  const failures = createStore(0);
  const begin = () => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        failures.set(0);
        return loaded;
      },
      (cause: unknown) => {
        if (!isNotThere(cause)) reportError(cause);
        failures.set(failures.get() + 1);
        return null;
      },
    );
    return loading;
  };
  const tryAgain = async () => {
    loading = undefined;
    await begin();
  };
  function LoadedPart(properties: Properties) {
    const Part = loaded ?? use(begin());
    return Part && <Part {...properties} />;
  }
  function Later(properties: Properties) {
    const count = useStore(failures);
    if (count > 0) return lost(properties, <LostPart count={count} tryAgain={tryAgain} />);
    return (
      <Suspense fallback={waiting(properties)}>
        <LoadedPart {...properties} />
      </Suspense>
    );
  }
  return Object.assign(Later, {
    load: async () => {
      await begin();
      if (loaded) return;
      // An unseen failure is retried on render.
      loading = undefined;
      failures.set(0);
    },
  });
}

/** Like `later`, for one of several exports of a file. */
export const laterOf = <Parts, Properties extends object>(
  load: () => Promise<Parts>,
  find: (parts: Parts) => ComponentType<Properties>,
  looks?: Looks<Properties>,
): LaterPart<Properties> => later(async () => ({ default: find(await load()) }), looks);

/** Recognizes a failed import by the browsers' messages; the module itself may throw other errors. */
const isNotThere = (cause: unknown): boolean =>
  cause instanceof Error && /import|preload/i.test(cause.message);

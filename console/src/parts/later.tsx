import { type ComponentType, type ReactNode, Suspense, use } from "react";
import { createStore, useStore } from "../store.ts";
import { LostPart } from "./lost-part.tsx";

/** A part that is loaded when it is first shown, or by `load` before, which fails in silence. */
interface LaterPart<Properties> {
  (properties: Properties): ReactNode;
  load: () => Promise<void>;
}

interface Looks<Properties> {
  /** It stands in the part's place until that is there. */
  waiting?: (properties: Properties) => ReactNode;
  /** It stands there where the part could not be loaded, with what says so. */
  lost?: (properties: Properties, problem: ReactNode) => ReactNode;
}

/**
 * Returns a part that takes the properties of the one that it loads. One that could not be loaded says so in its own place,
 * where it can be tried again; React's `lazy` would keep the failure until the page is loaded anew.
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
  function Shown(properties: Properties) {
    const Part = loaded ?? use(begin());
    return Part && <Part {...properties} />;
  }
  function Later(properties: Properties) {
    const count = useStore(failures);
    if (count > 0) return lost(properties, <LostPart count={count} tryAgain={tryAgain} />);
    return (
      <Suspense fallback={waiting(properties)}>
        <Shown {...properties} />
      </Suspense>
    );
  }
  return Object.assign(Later, {
    load: async () => {
      await begin();
      if (loaded) return;
      // Nobody has seen that it failed: it is tried anew when it is shown.
      loading = undefined;
      failures.set(0);
    },
  });
}

/** Returns a part as `later` does, which is one of several in a file. */
export const laterOf = <Parts, Properties extends object>(
  load: () => Promise<Parts>,
  find: (parts: Parts) => ComponentType<Properties>,
  looks?: Looks<Properties>,
): LaterPart<Properties> => later(async () => ({ default: find(await load()) }), looks);

/** Tells whether a part did not come, in the words of the browsers; what it does itself as it begins is another failure. */
const isNotThere = (cause: unknown): boolean =>
  cause instanceof Error && /import|preload/i.test(cause.message);

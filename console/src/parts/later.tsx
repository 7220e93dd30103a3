import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import { Refusal } from "../refusal.ts";
import { Problem } from "./problem.tsx";

const notLoaded =
  "This could not be loaded. Try again once there is a connection, or load the page again; what is saved stays.";

/** A part that is loaded when it is first shown, or by `load` before. */
interface Later<Properties> {
  (properties: Properties): ReactNode;
  load: () => Promise<void>;
}

/**
 * Returns a part that takes the properties of the one that it loads; until that is there `waiting` stands in its place. One
 * that could not be loaded says so in its own place, and can be tried again.
 */
export function later<Properties extends object>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
  waiting: (properties: Properties) => ReactNode = () => null,
): Later<Properties> {
  let loaded: ComponentType<Properties> | undefined;
  const loadOnce = async () => {
    loaded ??= (await load()).default;
  };
  function Later(properties: Properties) {
    const [Part, show] = useState(() => loaded);
    const [error, setError] = useState<Refusal | null>(null);
    const isMissing = Part === undefined && error === null;
    useEffect(() => {
      if (!isMissing) return;
      loadOnce().then(
        () => show(() => loaded),
        () => setError(new Refusal(notLoaded)),
      );
    }, [isMissing]);
    if (error) return <Problem error={error} retry={() => setError(null)} />;
    const rest = waiting(properties);
    return <Suspense fallback={rest}>{Part ? <Part {...properties} /> : rest}</Suspense>;
  }
  return Object.assign(Later, { load: loadOnce });
}

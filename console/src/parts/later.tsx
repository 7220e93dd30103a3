import { type ComponentType, type JSX, lazy, Suspense } from "react";

/** Returns a part that is loaded when it is first shown. It takes the properties of the part that it loads. */
export function later<Properties extends object>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
): (properties: Properties) => JSX.Element {
  const Part: ComponentType<Properties> = lazy(load);
  return (properties) => (
    <Suspense>
      <Part {...properties} />
    </Suspense>
  );
}

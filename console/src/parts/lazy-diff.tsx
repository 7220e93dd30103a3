import { lazy, Suspense } from "react";
import { Skeleton } from "./skeleton.tsx";

const DiffLater = lazy(() => import("./diff-view.tsx").then(({ Diff }) => ({ default: Diff })));

/** Shows what changed between two texts, line by line. What finds it is loaded with the first one. */
export const LazyDiff = (texts: { before: string; after: string }) => (
  <Suspense fallback={<Skeleton rows={6} />}>
    <DiffLater {...texts} />
  </Suspense>
);

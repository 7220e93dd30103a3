import { later } from "./later.tsx";
import { Skeleton } from "./skeleton.tsx";

/** Shows what changed between two texts, line by line. What finds it is loaded with the first one. */
export const LazyDiff = later(async () => ({ default: (await import("./diff-view.tsx")).Diff }), {
  waiting: () => <Skeleton rows={6} />,
});

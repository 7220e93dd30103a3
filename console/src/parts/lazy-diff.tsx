import { laterOf } from "./later.tsx";
import { Skeleton } from "./skeleton.tsx";

/** Shows what changed between two texts, line by line. What finds it is loaded with the first one. */
export const LazyDiff = laterOf(
  () => import("./diff-view.tsx"),
  ({ Diff }) => Diff,
  { waiting: () => <Skeleton rows={6} /> },
);

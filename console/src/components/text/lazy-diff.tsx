import { laterOf } from "../loading/later.tsx";
import { Skeleton } from "../loading/skeleton.tsx";

/** A lazily loaded line diff. */
export const LazyDiff = laterOf(
  () => import("./diff-view.tsx"),
  ({ Diff }) => Diff,
  { waiting: () => <Skeleton rows={6} /> },
);

import type { Spec } from "@groundplan/contract";
import { later } from "../../components/loading/later.tsx";

/** Nothing is shown if it can't be loaded. */
export const WorkMarks = later(() => import("./work-marks.tsx"), { lost: () => null });

/** Tests whether a spec has something to mark. */
export const hasMarks = ({ priority, labels, dueDate, assigneeUserId }: Spec): boolean =>
  priority > 0 || labels.length > 0 || dueDate !== null || assigneeUserId !== null;

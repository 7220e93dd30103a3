import type { Spec } from "@groundplan/contract";
import { useStore } from "../../base/store.ts";
import { later } from "../../components/loading/later.tsx";
import { addedColumns } from "./lists/columns/added-columns.ts";

/** Nothing is shown if it can't be loaded. */
const Marks = later(() => import("./work-marks.tsx"), { lost: () => null });

/** What a row or card shows of a spec if it is set or asked for. */
export function WorkMarks({ spec, isInRow = false }: { spec: Spec; isInRow?: boolean }) {
  const added = useStore(addedColumns);
  const { priority, labels, dueDate, assigneeUserId } = spec;
  return (
    (added.length > 0 ||
      priority > 0 ||
      labels.length > 0 ||
      dueDate !== null ||
      assigneeUserId !== null) && <Marks spec={spec} added={added} isInRow={isInRow} />
  );
}

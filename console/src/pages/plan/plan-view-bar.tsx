import { useEffect } from "react";
import type { PlanParams } from "../../planning/params.ts";
import { useSpecView } from "../../planning/specs/lists/use-spec-view.ts";
import ViewBar from "../../planning/specs/lists/view-bar.tsx";
import { SpecBar } from "./lazy-spec-bar.ts";

const filters = [
  ...(["status", "assignee", "label", "priority"] as const),
  ...(["due", "readiness", "effort", "claimed"] as const),
] as const;
const groups = ["wave", "status", "assignee", "label", "priority", "none"] as const;
const columns = ["status", "wave", "assignee", "label", "priority"] as const;

interface Properties {
  params: PlanParams;
  /** True on the board, whose columns are the groups. */
  isBoard?: boolean;
}

export default function PlanViewBar({ params, isBoard = false }: Properties) {
  useEffect(() => void SpecBar.load(), []);
  const [view, set] = useSpecView();
  return (
    <ViewBar
      view={view}
      set={set}
      filters={filters}
      usual={{
        sort: "position",
        group: isBoard ? "status" : "wave",
        groups: isBoard ? columns : groups,
      }}
      place={params}
      {...(isBoard ? {} : { columns: "plan" })}
    />
  );
}

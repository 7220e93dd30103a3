import type { Spec } from "@groundplan/contract";
import { useKey } from "../../components/keyboard/keys.ts";
import { dragging } from "../../components/lists/dragging.ts";
import type { Group } from "../../components/lists/grouped-list.tsx";
import { List } from "../../components/lists/list.tsx";
import { actInRow, rowInFocus, useKeptFocus } from "../../components/lists/row-selection.ts";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import type { PlanParams } from "../../planning/params.ts";
import { columnsBy, isGroupBy } from "../../planning/specs/lists/group-by.ts";
import { isPlainView } from "../../planning/specs/lists/spec-view.ts";
import { useSpecView } from "../../planning/specs/lists/use-spec-view.ts";
import FilteredSpecs from "./filtered-specs.tsx";
import { LoadedSpecs, type SpecsProperties } from "./loaded-specs.tsx";
import { moves } from "./move-to-column.ts";
import PlanViewBar from "./plan-view-bar.tsx";
import { SpecCard } from "./spec-card.tsx";

export function PlanBoard({ params, canEdit }: { params: PlanParams; canEdit: boolean }) {
  const [view] = useSpecView();
  return (
    <>
      <PlanViewBar params={params} isBoard />
      {isPlainView(view) ? (
        <LoadedSpecs params={params} canEdit={canEdit} show={Columns} />
      ) : (
        <FilteredSpecs params={params} canEdit={canEdit} show={Columns} usual="status" />
      )}
    </>
  );
}

function Columns({ params, specs, canEdit, groups: given }: SpecsProperties) {
  const kept = useKeptFocus();
  const [{ group: by }] = useSpecView();
  const columns = given ?? columnsBy({ specs, by: "status", members: [] });
  const moveTo = canEdit ? moves[isGroupBy(by) ? by : "status"] : undefined;
  const columnOf = (id: string | null) =>
    columns.findIndex(({ items }) => items.some((one) => one.id === id));
  const put = (id: string | null, column: Group<Spec> | undefined) => {
    const from = columns[columnOf(id)];
    const spec = from?.items.find((one) => one.id === id);
    if (spec && column && column.key !== from?.key) void moveTo?.(params, spec, column);
  };
  const move = (step: -1 | 1) => {
    const id = rowInFocus();
    put(id, columns[columnOf(id) + step]);
  };
  useKey("alt+ArrowLeft", "Move the spec to the column before", () => move(-1));
  useKey("alt+ArrowRight", "Move the spec to the next column", () => move(1));
  useKey("s", "Set the status of the spec", () => actInRow("status"));
  return (
    <div
      {...kept}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-3 column:grid-cols-2 side:grid-cols-4"
    >
      {columns.map((column) => (
        <section
          key={column.key}
          aria-label={column.title}
          {...(moveTo ? dragging(({ id }) => put(id, column)) : {})}
          className="min-h-24 min-w-0 rounded-card border border-line bg-sunk p-2"
        >
          <h2 className="mb-1.5 flex items-baseline justify-between px-1 text-small font-semibold text-ink-2">
            {column.title}
            <span className="font-normal text-ink-2">{column.items.length}</span>
          </h2>
          <List label={column.title} items={column.items} keyOf={({ id }) => id}>
            {(spec) => (
              <SpecCard
                params={params}
                spec={spec}
                edit={canEdit ? (changes) => void changeSpecs(params, [spec], changes) : null}
                isDraggable={moveTo !== undefined}
              />
            )}
          </List>
        </section>
      ))}
    </div>
  );
}

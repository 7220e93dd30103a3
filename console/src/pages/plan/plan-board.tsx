import type { SpecStatus } from "@groundplan/contract";
import { useKey } from "../../components/keyboard/keys.ts";
import { dragging } from "../../components/lists/dragging.ts";
import { List } from "../../components/lists/list.tsx";
import { actInRow, rowInFocus, useKeptFocus } from "../../components/lists/row-selection.ts";
import { wordOf } from "../../components/status.tsx";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import type { PlanParams } from "../../planning/params.ts";
import { isPlainView } from "../../planning/specs/lists/spec-view.ts";
import { useSpecView } from "../../planning/specs/lists/use-spec-view.ts";
import { specStatuses } from "../../planning/specs/spec-choices.ts";
import FilteredSpecs from "./filtered-specs.tsx";
import { LoadedSpecs, type SpecsProperties } from "./loaded-specs.tsx";
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
        <FilteredSpecs params={params} canEdit={canEdit} show={Columns} />
      )}
    </>
  );
}

function Columns({ params, specs, canEdit }: SpecsProperties) {
  const kept = useKeptFocus();
  const put = (id: string | null, status: SpecStatus | undefined) => {
    const spec = specs.find((one) => one.id === id);
    if (canEdit && spec && status && spec.status !== status) void changeSpecs(params, [spec], { status });
  };
  const move = (step: -1 | 1) => {
    const spec = specs.find(({ id }) => id === rowInFocus());
    if (spec) put(spec.id, specStatuses[specStatuses.indexOf(spec.status) + step]);
  };
  useKey("alt+ArrowLeft", "Move the spec to the column before", () => move(-1));
  useKey("alt+ArrowRight", "Move the spec to the next column", () => move(1));
  useKey("s", "Set the status of the spec", () => actInRow("status"));
  return (
    <div
      {...kept}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-3 column:grid-cols-2 side:grid-cols-4"
    >
      {specStatuses.map((status) => {
        const column = specs.filter((spec) => spec.status === status);
        return (
          <section
            key={status}
            aria-label={wordOf(status)}
            {...(canEdit ? dragging(({ id }) => put(id, status)) : {})}
            className="min-h-24 min-w-0 rounded-card border border-line bg-sunk p-2"
          >
            <h2 className="mb-1.5 flex items-baseline justify-between px-1 text-small font-semibold text-ink-2">
              {wordOf(status)}
              <span className="font-normal text-ink-2">{column.length}</span>
            </h2>
            <List label={wordOf(status)} items={column} keyOf={({ id }) => id}>
              {(spec) => (
                <SpecCard
                  params={params}
                  spec={spec}
                  edit={canEdit ? (changes) => void changeSpecs(params, [spec], changes) : null}
                />
              )}
            </List>
          </section>
        );
      })}
    </div>
  );
}

import { getGraph, listSpecs, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { queryClient } from "../../api/query-client.ts";
import { read, readAll } from "../../api/read.ts";
import { useKey } from "../../components/keyboard/keys.ts";
import { dragging } from "../../components/lists/dragging.ts";
import { GroupedList } from "../../components/lists/grouped-list.tsx";
import { actInRow, rowInFocus, useKeptFocus, useSelection } from "../../components/lists/row-selection.ts";
import { later } from "../../components/loading/later.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import { RenameSpec } from "../../planning/dialogs/lazy-dialogs.ts";
import { changeSpecs, placeSpec } from "../../planning/edits/change-specs.ts";
import type { PlanParams } from "../../planning/params.ts";
import { SpecBar } from "./lazy-spec-bar.ts";
import { LoadedSpecs, type SpecsProperties } from "./loaded-specs.tsx";
import { groupSpecs } from "./spec-groups.ts";
import { SpecRow } from "./spec-row.tsx";

const FilteredSpecs = later(() => import("./filtered-specs.tsx"), { waiting: () => <Skeleton rows={6} /> });
/** Keeps its place while it loads. */
const PlanViewBar = later(() => import("./plan-view-bar.tsx"), {
  waiting: () => <div className="mt-3 mb-1 min-h-9" />,
});

/** A plan's specs in build order, or as the address filters and groups them. */
export function PlanSpecs({ params, canEdit }: { params: PlanParams; canEdit: boolean }) {
  const isPlain = useLocation({ select: ({ searchStr }) => searchStr === "" });
  return (
    <>
      <PlanViewBar params={params} />
      {isPlain ? (
        <LoadedSpecs params={params} canEdit={canEdit} show={Groups} />
      ) : (
        <FilteredSpecs params={params} canEdit={canEdit} show={Groups} usual="wave" />
      )}
    </>
  );
}

function Groups({ params, specs, canEdit, groups: given }: SpecsProperties) {
  const { data: graph } = useQuery(read(getGraph, { params }));
  const [renamed, rename] = useState<Spec | null>(null);
  const [opened, open] = useState<string | null>(null);
  const selection = useSelection();
  const kept = useKeptFocus();
  const nodes = graph?.nodes.filter(({ planShortId }) => planShortId === params.planShortId);
  const groups = given ?? groupSpecs(specs, nodes);
  const order = groups.flatMap(({ items }) => items.map(({ id }) => id));
  // With a selection, shortcuts act on all selected specs.
  const act = (name: string) => (selection.ids.size > 0 ? open(name) : actInRow(name));
  const find = (id: string | null) => specs.find((spec) => spec.id === id);
  const placed = () => queryClient.getQueryData(readAll(listSpecs, { params }, "specs").queryKey) ?? specs;
  const place = (...to: Parameters<typeof placeSpec>[2]) => void placeSpec(params, placed(), to);
  const move = (id: string | null, step: -1 | 1) => {
    // The key may repeat before the last move is rendered.
    const group =
      groupSpecs(placed(), nodes).find(({ items }) => items.some((spec) => spec.id === id))?.items ?? [];
    const on = group[group.findIndex((spec) => spec.id === id) + step];
    if (canEdit && !given && id !== null && on) place(id, on.id, step < 0 ? "before" : "after");
  };
  useKey("alt+ArrowUp", "Move the spec up", () => move(rowInFocus(), -1));
  useKey("alt+ArrowDown", "Move the spec down", () => move(rowInFocus(), 1));
  useKey("x", "Select the spec", () => {
    const id = rowInFocus();
    if (canEdit && id !== null) selection.toggle(id);
  });
  useKey("mod+a", "Select all specs", () => canEdit && selection.select(order));
  useKey("s", "Set the status of the spec, or of all that are selected", () => act("status"));
  useKey("o", "Set the effort of the spec, or of all that are selected", () => act("effort"));
  useKey("e", "Edit the title of the spec", () => canEdit && rename(find(rowInFocus()) ?? null));
  const dropped = dragging(({ id, on, side }) => on !== null && on !== id && place(id, on, side));
  return (
    <div {...kept} {...(canEdit && !given ? dropped : {})}>
      <GroupedList groups={groups} keyOf={({ id }) => id}>
        {(spec, row) => (
          <SpecRow
            params={params}
            spec={spec}
            edit={canEdit ? (changes) => void changeSpecs(params, [spec], changes) : null}
            isSelected={selection.ids.has(spec.id)}
            toggle={(isRange) => (isRange ? selection.extend(spec.id, order) : selection.toggle(spec.id))}
            place={row}
          />
        )}
      </GroupedList>
      {selection.ids.size > 0 && <SpecBar {...{ params, specs, selection, move, opened, open }} />}
      {renamed && <RenameSpec params={params} spec={renamed} onClose={() => rename(null)} />}
    </div>
  );
}

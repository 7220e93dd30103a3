import { listSpecs, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { readAll } from "../../api/read.ts";
import type { Group } from "../../components/lists/grouped-list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { NoSpecs } from "../../planning/specs/no-specs.tsx";

export interface SpecsProperties {
  params: PlanParams;
  specs: readonly Spec[];
  canEdit: boolean;
  /** The groups of a list that the address filters or groups. */
  groups?: Group<Spec>[];
}

interface Properties {
  params: PlanParams;
  canEdit: boolean;
  /** Renders the specs if there are any. */
  show: ComponentType<SpecsProperties>;
}

/** An empty plan shows how to add a spec. */
export function LoadedSpecs({ params, canEdit, show: Show }: Properties) {
  const query = useQuery(readAll(listSpecs, { params }, "specs"));
  return (
    <Loaded query={query}>
      {(specs) =>
        specs.length === 0 ? (
          <NoSpecs params={params} canEdit={canEdit} />
        ) : (
          <Show params={params} specs={specs} canEdit={canEdit} />
        )
      }
    </Loaded>
  );
}

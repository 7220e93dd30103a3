import { getGraph, listMembers, listSpecs, type Request } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { read, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { columnsBy, type GroupBy, groupBy, isGroupBy } from "../../planning/specs/lists/group-by.ts";
import { queryOf } from "../../planning/specs/lists/spec-view.ts";
import { useSpecView } from "../../planning/specs/lists/use-spec-view.ts";
import type { SpecsProperties } from "./loaded-specs.tsx";
import { groupSpecs } from "./spec-groups.ts";

interface Properties {
  params: PlanParams;
  canEdit: boolean;
  show: ComponentType<SpecsProperties>;
  /** The groups that need no words in the address; groups by status are a board's columns. */
  usual: GroupBy;
}

/** A plan's specs as the address filters, orders and groups them. */
export default function FilteredSpecs({ params, canEdit, show: Show, usual }: Properties) {
  const [view, set] = useSpecView();
  const query = queryOf(view) as NonNullable<Request<typeof listSpecs>["query"]>;
  const specs = useQuery(readAll(listSpecs, { params, query }, "specs"));
  const { data: graph } = useQuery(read(getGraph, { params }));
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  const by = isGroupBy(view.group) ? view.group : usual;
  return (
    <Loaded query={specs}>
      {(found) => {
        if (found.length === 0)
          return (
            <Empty action={<Button onClick={() => set({})}>Show all</Button>}>
              No specs match this filter.
            </Empty>
          );
        const nodes = graph?.nodes.filter(({ planShortId }) => planShortId === params.planShortId);
        const group = usual === "status" ? columnsBy : groupBy;
        const groups = by === "wave" ? groupSpecs(found, nodes) : group({ specs: found, by, members });
        return <Show params={params} specs={found} canEdit={canEdit} groups={groups} />;
      }}
    </Loaded>
  );
}

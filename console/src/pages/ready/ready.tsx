import { listNext } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { read, readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { DependencyCycles } from "../../planning/plans/dependency-cycles.tsx";
import { NextRow } from "../../planning/specs/next-row.tsx";
import { filterNext } from "./ready-filter.ts";
import { ReadyFilters } from "./ready-filters.tsx";

/** All unfinished specs whose prerequisites are done. */
export default function Ready() {
  const filter = useSearch({ from: "/shell/ready" });
  const query = filter.project === undefined ? {} : { projectSlug: filter.project };
  const specs = useQuery(readAll(listNext, { query }, "specs"));
  const { data: first } = useQuery(read(listNext, { query: { ...query, limit: "1" } }));
  return (
    <Page title="Ready to work on">
      <ReadyFilters filter={filter} />
      <DependencyCycles cycles={first?.cycles?.map((cycle) => cycle.specs) ?? []} />
      <Loaded query={specs}>
        {(all) => {
          const left = filterNext(all, filter);
          if (left.length > 0)
            return (
              <>
                <p className="pb-1 text-small text-ink-3">
                  {counted(left.length, "spec")}, everything they need is done
                </p>
                <List label="Ready to work on" items={left} keyOf={({ id }) => id}>
                  {(spec) => <NextRow spec={spec} />}
                </List>
              </>
            );
          return (
            <Empty
              action={
                all.length > 0 ? (
                  <Link to="/ready" search={{}} className={buttonClass()}>
                    Show all
                  </Link>
                ) : (
                  <Link to="/projects" className={buttonClass()}>
                    Go to the projects
                  </Link>
                )
              }
              command="npx groundplan api GET /v1/next"
            >
              {all.length > 0
                ? "No ready specs match this filter."
                : "No specs are ready. A spec appears here when everything it needs is done."}
            </Empty>
          );
        }}
      </Loaded>
    </Page>
  );
}

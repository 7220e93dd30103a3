import { listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { CreatePlan } from "../../planning/dialogs/lazy-dialogs.ts";
import { ProjectPage } from "../../planning/plans/project-page.tsx";
import { useWorkspace } from "../../session/workspace.ts";
import { ImportPlace } from "./import/import-place.tsx";
import { PlanFilters } from "./plan-filters.tsx";
import { PlanTree } from "./plan-tree.tsx";
import { Templates } from "./templates.tsx";

const at = "/shell/projects/$projectSlug" as const;

/** A project's plans as a filtered tree. */
export default function Project() {
  const params = useParams({ from: at });
  const filter = useSearch({ from: at });
  const [isOpen, open] = useState(false);
  const fields = { folder: useRef<HTMLInputElement>(null), file: useRef<HTMLInputElement>(null) };
  const query = filter.archived ? { query: { archived: "true" } } : {};
  const plans = useQuery(readAll(listPlans, { params, ...query }, "plans"));
  const mayCreate = useWorkspace().role !== "VIEWER";
  useKey("c", "Create a plan", () => mayCreate && open(true));
  const list = (
    <Loaded query={plans}>
      {(all) => (
        <PlanTree {...params} plans={all} filter={filter} create={mayCreate ? () => open(true) : null} />
      )}
    </Loaded>
  );
  return (
    <ProjectPage
      params={params}
      actions={
        mayCreate && (
          <>
            <Button onClick={() => fields.folder.current?.click()}>Import a folder</Button>
            <Button onClick={() => fields.file.current?.click()}>Import a file or zip</Button>
            <Button look="primary" onClick={() => open(true)}>
              Create plan <Kbd>c</Kbd>
            </Button>
          </>
        )
      }
    >
      <PlanFilters {...params} filter={filter} />
      {mayCreate ? (
        <ImportPlace key={params.projectSlug} {...params} fields={fields}>
          {list}
        </ImportPlace>
      ) : (
        list
      )}
      <Templates {...params} />
      {isOpen && <CreatePlan {...params} onClose={() => open(false)} />}
    </ProjectPage>
  );
}

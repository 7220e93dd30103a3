import { getProject, listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { read, readAll } from "../api/read.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { PlanTree } from "./work/plan-tree.tsx";

/** A project: its plans as a tree. */
export default function Project() {
  const params = useParams({ from: "/framed/projects/$projectSlug" });
  const project = useQuery(read(getProject, { params }));
  const plans = useQuery(readAll(listPlans, { params }, "plans"));
  return (
    <Loaded query={project}>
      {({ project: { name } }) => (
        <Page
          title={name}
          crumbs={[
            <Link key="projects" to="/">
              Projects
            </Link>,
          ]}
        >
          <Loaded query={plans}>{(all) => <PlanTree {...params} plans={all} />}</Loaded>
        </Page>
      )}
    </Loaded>
  );
}

import { projectOf } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";

export function ProjectCrumb({ projectSlug }: { projectSlug: string }) {
  const { data } = useQuery(read(...projectOf(projectSlug)));
  return (
    <Link to="/projects/$projectSlug" params={{ projectSlug }} className="hover:text-ink">
      {data?.project.name ?? projectSlug}
    </Link>
  );
}

export function PlanCrumbs({ projectSlug, planShortId }: { projectSlug: string; planShortId: string }) {
  return (
    <>
      <ProjectCrumb projectSlug={projectSlug} />
      <span aria-hidden="true">/</span>
      <Link to="/projects/$projectSlug/plans/$planShortId" params={{ projectSlug, planShortId }}>
        <Handle>{planShortId}</Handle>
      </Link>
    </>
  );
}

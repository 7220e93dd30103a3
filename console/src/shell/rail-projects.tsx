import { allProjects, plansOf } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readAll } from "../api/read.ts";
import { RailLink, RailTitle } from "./rail-link.tsx";

const mostPlans = 12;

/** The projects, with the current one's plans. */
export function RailProjects() {
  const projects = useQuery(readAll(...allProjects));
  const { projectSlug } = useParams({ strict: false });
  if (!projects.data || projects.data.length === 0) return null;
  return (
    <>
      <RailTitle>
        <Link to="/projects" className="hover:text-ink">
          Projects
        </Link>
      </RailTitle>
      {projects.data.map(({ id, slug, name }) => (
        <div key={id} className="grid gap-0.5">
          <RailLink
            to="/projects/$projectSlug"
            params={{ projectSlug: slug ?? id }}
            activeOptions={{ exact: true }}
          >
            {name}
          </RailLink>
          {projectSlug !== undefined && projectSlug === (slug ?? id) && <Plans projectSlug={projectSlug} />}
        </div>
      ))}
    </>
  );
}

function Plans({ projectSlug }: { projectSlug: string }) {
  const plans = useQuery(readAll(...plansOf(projectSlug)));
  const { planShortId: openPlan } = useParams({ strict: false });
  const roots = plans.data?.filter(({ parentPlanId }) => parentPlanId === null) ?? [];
  const current = plans.data?.find(({ shortId }) => shortId === openPlan);
  const shown = roots.slice(0, mostPlans);
  // The current item is always listed.
  if (current && !shown.includes(current)) shown.push(current);
  return shown.map(({ shortId, name }) => (
    <RailLink
      key={shortId}
      deep
      to="/projects/$projectSlug/plans/$planShortId"
      params={{ projectSlug, planShortId: shortId }}
    >
      <span className="line-clamp-2 wrap-anywhere">{name}</span>
    </RailLink>
  ));
}

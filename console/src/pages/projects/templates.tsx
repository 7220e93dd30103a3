import { listPlans } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { Handle } from "../../components/handle.tsx";
import { Section } from "../../components/section.tsx";

/** A project's templates, which no list of plans has. */
export function Templates({ projectSlug }: { projectSlug: string }) {
  const { data = [] } = useQuery(
    readAll(listPlans, { params: { projectSlug }, query: { template: "true" } }, "plans"),
  );
  const roots = data.filter(({ parentPlanId }) => parentPlanId === null);
  if (roots.length === 0) return null;
  return (
    <div className="mt-9">
      <Section title="Templates" says="Plans to begin with: a plan made from one is a copy of it.">
        <ul className="grid gap-1">
          {roots.map(({ id, shortId, name }) => (
            <li key={id} className="flex gap-2">
              <Handle>{shortId}</Handle>
              <Link
                to="/projects/$projectSlug/plans/$planShortId"
                params={{ projectSlug, planShortId: shortId }}
                className="text-accent underline"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

import { listProjects } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../api/read.ts";
import { Empty } from "../parts/empty.tsx";
import { List } from "../parts/list.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Page } from "../parts/page.tsx";
import { Row } from "../parts/row.tsx";

/** Home: the projects of the workspace. */
export default function Projects() {
  const projects = useQuery(readAll(listProjects, {}, "projects"));
  return (
    <Page title="Projects">
      <Loaded query={projects}>
        {(all) =>
          all.length === 0 ? (
            <Empty command="npx groundplan project create Web">
              Projects hold plans, and plans hold specs. This workspace has none yet; make the first one on
              the command line.
            </Empty>
          ) : (
            <List label="Projects" items={all} keyOf={({ id }) => id}>
              {({ id, slug, name, repositories }) => (
                <Row to="/projects/$projectSlug" params={{ projectSlug: slug ?? id }}>
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <span className="truncate font-mono text-small text-ink-3">
                    {repositories.find(({ primary }) => primary)?.fullName ?? slug}
                  </span>
                </Row>
              )}
            </List>
          )
        }
      </Loaded>
    </Page>
  );
}

import { listProjects } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { CreateProject } from "../../planning/dialogs/lazy-dialogs.ts";
import { useWorkspace } from "../../session/workspace.ts";

export default function Projects() {
  const projects = useQuery(readAll(listProjects, {}, "projects"));
  const [isOpen, open] = useState(false);
  const mayCreate = useWorkspace().role !== "VIEWER";
  useKey("c", "Create a project", () => mayCreate && open(true));
  return (
    <Page
      title="Projects"
      actions={
        <>
          <Link to="/bin" className={buttonClass()}>
            Bin
          </Link>
          {mayCreate && (
            <Button look="primary" onClick={() => open(true)}>
              Create project <Kbd>c</Kbd>
            </Button>
          )}
        </>
      }
    >
      <Loaded query={projects}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              action={mayCreate && <Button onClick={() => open(true)}>Create the first project</Button>}
              command="npx groundplan project create Web"
            >
              No projects yet. Projects contain plans, and plans contain specs.
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
      {isOpen && <CreateProject onClose={() => open(false)} />}
    </Page>
  );
}

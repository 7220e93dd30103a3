import { nextUp } from "@groundplan/contract/first-reads";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { NextRow } from "../../planning/specs/next-row.tsx";

const mostShown = nextUp[3];

/** The first specs that are ready to start, across projects. */
export function NextUp() {
  const next = useQuery(readAll(...nextUp));
  return (
    <Section
      title="Ready to work on"
      says="Everything they need is done."
      actions={
        <Link to="/ready" className={buttonClass("quiet")}>
          View all
        </Link>
      }
    >
      <Loaded query={next}>
        {(specs) =>
          specs.length === 0 ? (
            <Empty
              action={
                <Link to="/projects" className={buttonClass()}>
                  Go to the projects
                </Link>
              }
              command="npx groundplan api GET /v1/next"
            >
              No specs are ready. A spec appears here when everything it needs is done.
            </Empty>
          ) : (
            <List label="Ready to work on" items={specs.slice(0, mostShown)} keyOf={({ id }) => id}>
              {(spec) => <NextRow spec={spec} />}
            </List>
          )
        }
      </Loaded>
    </Section>
  );
}

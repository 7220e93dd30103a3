import { listSpecVersions } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { readAll } from "../api/read.ts";
import { List } from "../parts/list.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Row } from "../parts/row.tsx";
import { Time } from "../parts/time.tsx";
import { authorOf } from "./spec/author.ts";
import { SpecPage } from "./work/spec-page.tsx";

const at = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId/versions" as const;

/** The versions of a spec's text, newest first. */
export default function SpecVersions() {
  const params = useParams({ from: `/framed${at}` });
  const versions = useQuery(readAll(listSpecVersions, { params }, "versions"));
  return (
    <SpecPage params={params}>
      {() => (
        <Loaded query={versions}>
          {(all) => (
            <List label="Versions" items={all} keyOf={({ seq }) => String(seq)}>
              {({ seq, version, message, createdAt, ...by }) => (
                <Row to={`${at}/$seq`} params={{ ...params, seq: String(seq) }} className="flex-wrap">
                  <span className="w-10 font-mono text-small text-ink-3">v{version}</span>
                  <span className="min-w-0 flex-1 truncate">{message || "Changed"}</span>
                  <span className="text-note text-ink-3">
                    {authorOf(by)}, <Time at={createdAt} />
                  </span>
                </Row>
              )}
            </List>
          )}
        </Loaded>
      )}
    </SpecPage>
  );
}

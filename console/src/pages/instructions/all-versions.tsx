import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Time } from "../../components/time.tsx";
import { useScope } from "../../planning/scope/scope.ts";
import { instructionsAt } from "./endpoints.ts";
import { InstructionsPage } from "./instructions-page.tsx";

export function InstructionVersions() {
  const scope = useScope();
  const versions = useQuery(readAll(instructionsAt(scope).versions, { params: scope.params }, "versions"));
  const address: string = `${scope.path}/instructions/versions`;
  return (
    <InstructionsPage scope={scope}>
      {() => (
        <Loaded query={versions}>
          {(all) =>
            all.length === 0 ? (
              <Empty
                action={
                  <Link to={`${scope.path}/instructions` as string} className={buttonClass()}>
                    Go to the text
                  </Link>
                }
                command={`npx groundplan api GET /v1${decodeURI(address)}`}
              >
                No versions yet.
              </Empty>
            ) : (
              <List label="Versions" items={all} keyOf={({ seq }) => String(seq)}>
                {({ seq, version, actor, message, createdAt }) => (
                  <Row to={`${address}/${seq}` as string} className="flex-wrap">
                    <span className="w-10 font-mono text-small text-ink-3">v{version}</span>
                    <span className="min-w-0 flex-1 truncate">{message || "Changed"}</span>
                    <span className="text-note text-ink-3">
                      {actor}, <Time at={createdAt} />
                    </span>
                  </Row>
                )}
              </List>
            )
          }
        </Loaded>
      )}
    </InstructionsPage>
  );
}

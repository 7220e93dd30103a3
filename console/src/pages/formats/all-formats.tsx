import type { Format, FormatKind } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { KnowledgePage } from "../../planning/scope/knowledge-page.tsx";
import { LevelPill } from "../../planning/scope/level.tsx";
import { type Scope, useScope } from "../../planning/scope/scope.ts";
import { formatsAt } from "./endpoints.ts";

const shapes: Record<FormatKind, string> = {
  spec: "Specs",
  epic: "Descriptions of plans",
};

/** The effective formats of the workspace or a project. */
export function AllFormats() {
  const scope = useScope();
  const formats = useQuery(readAll(formatsAt(scope).list, { params: scope.params }, "formats"));
  return (
    <KnowledgePage scope={scope}>
      {() => (
        <>
          <p className="mb-4 max-w-[70ch] text-ink-2">
            A format defines the structure of a text. Agents and people start from it.
          </p>
          <Loaded query={formats}>
            {(all) => (
              <List label="Formats" items={all} keyOf={({ kind }) => kind}>
                {(format) => <FormatRow scope={scope} format={format} />}
              </List>
            )}
          </Loaded>
        </>
      )}
    </KnowledgePage>
  );
}

function FormatRow({ scope, format: { kind, tier, markdown } }: { scope: Scope; format: Format }) {
  const at: string = `${scope.path}/formats/${kind}`;
  return (
    <Row to={at}>
      <span className="min-w-0 flex-1">{shapes[kind]}</span>
      <span className="text-note text-ink-3 max-column:hidden">{markdown.split("\n").length} lines</span>
      <LevelPill level={tier} />
    </Row>
  );
}

import type { Format, FormatKind } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../api/read.ts";
import { List } from "../components/list.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Row } from "../components/row.tsx";
import { formatsAt } from "./formats/endpoints.ts";
import { KnowledgePage } from "./places/knowledge-page.tsx";
import { type Place, usePlace } from "./places/place.ts";
import { TierPill } from "./places/tier.tsx";

const shapes: Record<FormatKind, string> = {
  spec: "Specs",
  epic: "Descriptions of plans",
};

/** The effective formats of the workspace or a project. */
export default function Formats() {
  const place = usePlace();
  const formats = useQuery(readAll(formatsAt(place).list, { params: place.params }, "formats"));
  return (
    <KnowledgePage place={place}>
      {() => (
        <>
          <p className="mb-4 max-w-[70ch] text-ink-2">
            A format says what a text has to have. Agents and people begin with it.
          </p>
          <Loaded query={formats}>
            {(all) => (
              <List label="Formats" items={all} keyOf={({ kind }) => kind}>
                {(format) => <FormatRow place={place} format={format} />}
              </List>
            )}
          </Loaded>
        </>
      )}
    </KnowledgePage>
  );
}

function FormatRow({ place, format: { kind, tier, markdown } }: { place: Place; format: Format }) {
  const at: string = `${place.path}/formats/${kind}`;
  return (
    <Row to={at}>
      <span className="min-w-0 flex-1">{shapes[kind]}</span>
      <span className="text-note text-ink-3 max-column:hidden">{markdown.split("\n").length} lines</span>
      <TierPill tier={tier} />
    </Row>
  );
}

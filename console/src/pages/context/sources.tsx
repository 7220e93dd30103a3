import type { ContextSource } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { DropZone } from "../../components/forms/drop-zone.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { List } from "../../components/lists/list.tsx";
import { actInRow, rowInFocus, useKeptFocus } from "../../components/lists/row-selection.ts";
import { toastProblem } from "../../components/overlays/toast.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { AddPage, AddText } from "./add-source.tsx";
import { MoveSource } from "./move-source.tsx";
import { actsOf } from "./source-acts.ts";
import { SourceRow } from "./source-row.tsx";
import { TokenBudget } from "./token-budget.tsx";
import { UploadButton } from "./upload-button.tsx";
import { UploadList } from "./upload-list.tsx";
import { addFiles } from "./uploads.ts";

interface Properties {
  scope: Scope;
  sources: readonly ContextSource[];
  mayWrite: boolean;
}

/** The sources by folder. */
export function Sources({ scope, sources, mayWrite }: Properties) {
  const [dialog, open] = useState<"text" | "page" | null>(null);
  const [moved, setMoved] = useState<ContextSource | null>(null);
  const kept = useKeptFocus();
  const close = () => open(null);
  const folders = [...new Set(sources.map(({ folderPath }) => folderPath))].toSorted();
  useKey("e", "Rename or move the source", () => {
    const found = sources.find(({ id }) => id === rowInFocus());
    if (found && actsOf(scope, found, mayWrite, setMoved).length > 1) setMoved(found);
  });
  useKey("x", "Turn the source on or off for agents", () => actInRow("active"));
  const list = (
    <div {...kept}>
      {sources.length > 0 && <TokenBudget scope={scope} sources={sources} />}
      {mayWrite && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <UploadButton scope={scope} />
          <AddButton name="text" keys="t" run={() => open("text")} />
          <AddButton name="web page" keys="w" run={() => open("page")} />
          <span className="text-note text-ink-3 max-column:hidden">or drop files and folders here</span>
        </div>
      )}
      {mayWrite && <UploadList scope={scope} sources={sources} />}
      {sources.length === 0 ? (
        <Empty
          action={mayWrite && <Button onClick={() => open("text")}>Add a text</Button>}
          command={commandOf(scope)}
        >
          No context yet. Add files, pages and texts that agents should read.
        </Empty>
      ) : (
        folders.map((folder) => {
          const inside = sources.filter(({ folderPath }) => folderPath === folder);
          const name = folder === "" ? "No folder" : folder;
          return (
            <section key={folder} aria-label={name}>
              {folders.length > 1 && (
                <h2 className="flex items-baseline gap-2 pt-4 pb-1 text-small font-semibold break-words text-ink-2">
                  {name}
                  <span className="font-normal text-ink-3">{inside.length}</span>
                </h2>
              )}
              <List label={name} items={inside} keyOf={({ id }) => id}>
                {(source) => (
                  <SourceRow
                    scope={scope}
                    source={source}
                    mayWrite={mayWrite}
                    acts={actsOf(scope, source, mayWrite, setMoved)}
                  />
                )}
              </List>
            </section>
          );
        })
      )}
      {dialog === "text" && <AddText scope={scope} folders={folders} onClose={close} />}
      {dialog === "page" && <AddPage scope={scope} folders={folders} onClose={close} />}
      {moved && <MoveSource scope={scope} source={moved} folders={folders} onClose={() => setMoved(null)} />}
    </div>
  );
  if (!mayWrite) return list;
  return (
    <DropZone take={(files) => addFiles(scope, files)} refuse={toastProblem} className="min-h-64">
      {list}
    </DropZone>
  );
}

function AddButton({ name, keys, run }: { name: string; keys: string; run: () => void }) {
  useKey(keys, `Add a ${name}`, run);
  return (
    <Button onClick={run}>
      Add a {name} <Kbd>{keys}</Kbd>
    </Button>
  );
}

const commandOf = ({ path }: Scope) =>
  `npx groundplan api POST /v1${decodeURI(path)}/context -f title=Notes -F text=@notes.md`;

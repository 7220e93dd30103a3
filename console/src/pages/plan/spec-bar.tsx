import type { Spec } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import type { Selection } from "../../components/lists/row-selection.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { DeleteSpecs, MoveSpecs } from "../../planning/dialogs/lazy-dialogs.ts";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import type { SpecChanges } from "../../planning/edits/spec-edits.ts";
import type { PlanParams } from "../../planning/params.ts";
import { effortActs, statusActs } from "../../planning/specs/spec-choices.ts";
import { WorkBar } from "../../planning/specs/work-bar.tsx";

interface Properties {
  params: PlanParams;
  specs: readonly Spec[];
  selection: Selection;
  /** For users who neither drag nor use shortcuts. */
  move: (id: string, step: -1 | 1) => void;
  /** The menu that a key asked for, perhaps before this bar was loaded; null if none. */
  opened: string | null;
  open: (menu: string | null) => void;
}

/** The actions for the selected specs. */
export default function SpecBar({ params, specs, selection, move, opened, open }: Properties) {
  const [isMoving, moveAway] = useState(false);
  const [isDeleting, askToDelete] = useState(false);
  useEffect(() => {
    if (opened === null) return;
    document.querySelector<HTMLElement>(`[data-act="selected-${opened}"]`)?.click();
    open(null);
  }, [opened, open]);
  const chosen = specs.filter(({ id }) => selection.ids.has(id));
  if (chosen.length === 0) return null;
  const [first] = chosen;
  const count = counted(chosen.length, "spec");
  const change = (changes: SpecChanges) => void changeSpecs(params, chosen, changes);
  return (
    <div
      role="toolbar"
      aria-label="Selected specs"
      className="sticky bottom-3 z-5 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-sheet p-2 shadow-float"
    >
      <span role="status" className="px-1 font-[550]">
        {count} selected
      </span>
      <Menu
        label="Set the status of the selected specs"
        act="selected-status"
        acts={statusActs(undefined, (status) => change({ status }))}
      >
        Status
      </Menu>
      <Menu
        label="Set the effort of the selected specs"
        act="selected-effort"
        acts={effortActs(undefined, (effort) => change({ effort }))}
      >
        Effort
      </Menu>
      <WorkBar specs={chosen.map((spec) => ({ params, spec }))} />
      {first && chosen.length === 1 && (
        <>
          <Button onClick={() => move(first.id, -1)}>Move up</Button>
          <Button onClick={() => move(first.id, 1)}>Move down</Button>
        </>
      )}
      <Button onClick={() => moveAway(true)}>Move…</Button>
      <Button onClick={() => askToDelete(true)}>Delete…</Button>
      <Button look="quiet" onClick={selection.clear}>
        Clear
      </Button>
      {isDeleting && (
        <DeleteSpecs
          params={params}
          specs={chosen}
          onDeleted={selection.clear}
          onClose={() => askToDelete(false)}
        />
      )}
      {isMoving && (
        <MoveSpecs params={params} specs={chosen} onMoved={selection.clear} onClose={() => moveAway(false)} />
      )}
    </div>
  );
}

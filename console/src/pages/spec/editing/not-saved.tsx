import type { SpecWithCriteria } from "@groundplan/contract";
import { useStore } from "../../../base/store.ts";
import { Button } from "../../../components/button.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { useSession } from "../../../session/session.ts";
import { beginEditing, giveUp } from "./begin-editing.ts";
import type { Editing } from "./editing.ts";
import { SaveState } from "./save-state.tsx";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  editing: Editing;
}

/** Shown if editing has ended with something unsaved. */
export function NotSaved({ params, spec, editing }: Properties) {
  const { user } = useSession();
  const { kind } = useStore(editing.saver.state);
  if (kind === "saving" || kind === "saved" || kind === "typed")
    return <p className="mb-3 text-note text-ink-3">Saving…</p>;
  return (
    <div className="mb-4 grid max-w-[74ch] gap-2 rounded-card border border-bad bg-bad-soft p-3">
      {kind === "conflict" ? (
        <p role="status">This text was changed while you were typing. Nothing is lost.</p>
      ) : (
        <SaveState editing={editing} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => beginEditing({ params, spec, userId: user.id })}>
          {kind === "conflict" ? "See both versions" : "Keep editing"}
        </Button>
        <Button onClick={() => giveUp(editing)}>Discard my changes</Button>
      </div>
    </div>
  );
}

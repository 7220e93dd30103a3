import { listSpecs, type Spec } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Entry } from "../../components/entry.tsx";
import { Handle } from "../../components/handle.tsx";
import { Dialog } from "../../components/overlays/lazy.tsx";
import { attempt } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Time } from "../../components/time.tsx";
import { restore } from "../edits/undo-specs.ts";
import type { PlanParams } from "../params.ts";

interface Properties {
  params: PlanParams;
  onClose: () => void;
}

/** A plan's soft-deleted specs, newest first. */
export function DeletedSpecs({ params, onClose }: Properties) {
  const deleted = useQuery(readAll(listSpecs, { params, query: { deleted: "true" } }, "specs"));
  return (
    <Dialog
      title="Deleted specs"
      says="Specs are restored with their children, dependencies and conversations. They are permanently deleted after 30 days, unless the operator has set a different period."
      onClose={onClose}
    >
      <Loaded query={deleted}>
        {(specs) =>
          specs.length === 0 ? (
            <p className="text-ink-2">No deleted specs.</p>
          ) : (
            specs.map((spec) => <Deleted key={spec.id} params={params} spec={spec} />)
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Deleted({ params, spec }: { params: PlanParams; spec: Spec }) {
  const { shortId, title, deletedAt, deletedBy } = spec;
  return (
    <Entry
      title={
        <>
          <Handle>{shortId}</Handle> {title}
        </>
      }
      about={
        deletedAt !== undefined && (
          <span>
            Deleted <Time at={deletedAt} /> by {deletedBy?.name ?? "somebody whose account is gone"}
          </span>
        )
      }
      actions={
        <Button aria-label={`Restore ${shortId}`} onClick={() => attempt(() => restore(params, [spec]))}>
          Restore
        </Button>
      }
    />
  );
}

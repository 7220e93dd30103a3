import { type BinItem, listBin, listPlans, restorePlan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Entry } from "../../components/entry.tsx";
import { Handle } from "../../components/handle.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Time } from "../../components/time.tsx";
import { restore } from "../../planning/edits/undo-specs.ts";

/** Items shown at most, the newest. */
const most = 500;

/** What was archived or deleted in the workspace, and can be restored. */
export default function Bin() {
  const bin = useQuery(readAll(listBin, {}, "items", most));
  return (
    <Page title="Bin">
      <p className="mb-4 text-ink-2">
        Archived plans and deleted specs are deleted for good after 30 days, unless the operator has set a
        different period. Until then they come back as they were.
      </p>
      <Loaded query={bin}>
        {(items) =>
          items.length === 0 ? (
            <p>The bin is empty.</p>
          ) : (
            <ul aria-label="Bin">
              {items.map((item) => (
                <li key={item.id}>
                  <Binned item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function Binned({ item }: { item: BinItem }) {
  const { specShortId, planShortId, title, deletedAt, deletedBy, canRestore } = item;
  const handle = specShortId ? `${planShortId}/${specShortId}` : planShortId;
  return (
    <Entry
      title={
        <>
          <Handle>{handle}</Handle> {title}
        </>
      }
      about={
        <span>
          {specShortId ? "Deleted" : "Archived"} <Time at={deletedAt} />
          {specShortId && ` by ${deletedBy?.name ?? "somebody whose account is gone"}`}
        </span>
      }
      actions={
        canRestore && (
          <Button aria-label={`Restore ${handle}`} onClick={() => attempt(() => bringBack(item))}>
            Restore
          </Button>
        )
      }
    />
  );
}

async function bringBack({ projectSlug, planShortId, specShortId, title }: BinItem): Promise<void> {
  const params = { projectSlug, planShortId };
  if (specShortId) await restore(params, [{ shortId: specShortId }]);
  else {
    await call(restorePlan, { params });
    await invalidate(listPlans);
    toast(`${title} is back.`);
  }
  await invalidate(listBin);
}

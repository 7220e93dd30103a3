import { deletePrototype, getPrototype, listPrototypeShares, type Prototype } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { isNotFound } from "../../api/is-not-found.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Empty } from "../../components/empty.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { Links } from "./share-links.tsx";
import { sizeWords } from "./upload.ts";
import { UploadZone } from "./upload-zone.tsx";

/** A plan's prototype: its files and share links. */
export default function PrototypePage() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/prototype" });
  return <PlanPage params={params}>{(_, canEdit) => <Current params={params} canEdit={canEdit} />}</PlanPage>;
}

interface Properties {
  params: PlanParams;
  canEdit: boolean;
}

function Current({ params, canEdit }: Properties) {
  const query = useQuery(read(getPrototype, { params }));
  const hasNone = isNotFound(query.error);
  if (hasNone) return <None params={params} canEdit={canEdit} />;
  return (
    <Loaded query={query}>
      {({ prototype }) => (
        <>
          <Files params={params} prototype={prototype} canEdit={canEdit} />
          {canEdit && <Links params={params} />}
        </>
      )}
    </Loaded>
  );
}

function None({ params, canEdit }: Properties) {
  const { projectSlug, planShortId } = params;
  const words = "A prototype is a clickable page that you share by link.";
  if (!canEdit) return <Empty>{words} This plan has none.</Empty>;
  return (
    <UploadZone params={params} isReplacing={false}>
      {(buttons) => (
        <Empty
          action={buttons}
          command={`curl -X PUT "${location.origin}/v1/projects/${projectSlug}/plans/${planShortId}/prototype" -H "Authorization: Bearer $GROUNDPLAN_API_KEY" -F file=@prototype.zip`}
        >
          {words} Drop a folder, files or a zip here.
        </Empty>
      )}
    </UploadZone>
  );
}

/** The most files listed by name. */
const mostNamed = 20;

function Files({ params, prototype, canEdit }: Properties & { prototype: Prototype }) {
  const { files, bytes, entry, updatedAt } = prototype;
  const [isDeleting, askToDelete] = useState(false);
  const remove = async () => {
    await call(deletePrototype, { params });
    await invalidate(getPrototype, listPrototypeShares);
    toast("The prototype is deleted.");
  };
  const says = (
    <>
      {counted(files.length, "file")}, {sizeWords(bytes)}, uploaded <Time at={updatedAt} />. Links open{" "}
      <code className="font-mono text-small">{entry}</code>.
    </>
  );
  const list = (
    <ul aria-label="Files of the prototype" className="mb-3">
      {files.slice(0, mostNamed).map(({ path, bytes: size }) => (
        <li key={path} className="flex gap-3 border-t border-line px-2 py-1.5">
          <code className="min-w-0 flex-1 font-mono text-note break-all">{path}</code>
          <span className="text-note whitespace-nowrap text-ink-3">{sizeWords(size)}</span>
        </li>
      ))}
      {files.length > mostNamed && (
        <li className="border-t border-line px-2 py-1.5 text-note text-ink-3">
          and {files.length - mostNamed} more
        </li>
      )}
    </ul>
  );
  return (
    <Section title="Files" says={says}>
      {canEdit ? (
        <UploadZone params={params} isReplacing>
          {(buttons) => (
            <>
              {list}
              <div className="flex flex-wrap gap-2">
                {buttons}
                {buttons && (
                  <Button look="quiet" onClick={() => askToDelete(true)}>
                    Delete…
                  </Button>
                )}
              </div>
            </>
          )}
        </UploadZone>
      ) : (
        list
      )}
      {isDeleting && (
        <Confirm
          title="Delete the prototype"
          action="Delete prototype"
          act={remove}
          onClose={() => askToDelete(false)}
        >
          Its files and all its links are deleted. This can't be undone.
        </Confirm>
      )}
    </Section>
  );
}

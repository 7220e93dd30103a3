import { resolveDocument } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { NeedRow } from "./need-row.tsx";

interface Properties {
  specId: string;
  /** Takes it out by the name that it is shown by; null where the person may only read. */
  remove: ((name: string) => void) | null;
}

const address = /\/projects\/([^/]+)\/plans\/([^/]+)\/specs\/([^/]+)$/;

/** Shows a spec of another plan that is needed, with its handle and title where the person may read it. */
export function NeedElsewhere({ specId, remove }: Properties) {
  const target = JSON.stringify({ kind: "plan-item", itemId: specId });
  const { data, isPending } = useQuery(read(resolveDocument, { query: { target } }));
  if (isPending) return null;
  const [, projectSlug, planShortId, specShortId] = address.exec(data?.document.canonicalUrl ?? "") ?? [];
  const place = projectSlug && planShortId && specShortId && { projectSlug, planShortId, specShortId };
  const handle = place ? `${planShortId}/${specShortId}` : "that spec";
  return (
    <NeedRow
      {...(place ? { params: place, handle } : {})}
      title={data?.document.title ?? "A spec of another plan"}
      remove={remove && (() => remove(handle))}
    />
  );
}

import { resolveDocument } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { localAddress } from "../../api/local-address.ts";
import { read } from "../../api/read.ts";
import { NeedRow } from "./need-row.tsx";

interface Properties {
  specId: string;
  /** Takes it out by the name that it is shown by; null where the person may only read. */
  remove: ((name: string) => void) | null;
}

/** Shows a spec of another plan that is needed, with its handle and title where the person may read it. */
export function NeedElsewhere({ specId, remove }: Properties) {
  const target = JSON.stringify({ kind: "plan-item", itemId: specId });
  const { data, isPending } = useQuery(read(resolveDocument, { query: { target } }));
  if (isPending) return null;
  const { title = "A spec of another plan", path: handle, canonicalUrl } = data?.document ?? {};
  const place = handle && canonicalUrl && { handle, to: localAddress(canonicalUrl).to };
  return (
    <NeedRow
      {...(place ? { place } : {})}
      title={title}
      remove={remove && (() => remove(place ? place.handle : "that spec"))}
    />
  );
}

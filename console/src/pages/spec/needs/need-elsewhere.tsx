import { listPlans, resolveDocument } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { localAddress } from "../../../api/local-address.ts";
import { read, readAll } from "../../../api/read.ts";
import { NeedRow } from "./need-row.tsx";

function usePlanName(address = "", planShortId = ""): string | undefined {
  const projectSlug = decodeURIComponent(/^\/projects\/([^/]+)/.exec(address)?.[1] ?? "");
  const { data } = useQuery({
    ...readAll(listPlans, { params: { projectSlug } }, "plans"),
    enabled: projectSlug !== "",
  });
  return data?.find(({ shortId }) => shortId === planShortId)?.name;
}

interface Properties {
  specId: string;
  /** Removes the dependency under its displayed name; null if read-only. */
  remove: ((name: string) => void) | null;
}

/** Shows handle and title if the user may read it. */
export function NeedElsewhere({ specId, remove }: Properties) {
  const target = JSON.stringify({ kind: "plan-item", itemId: specId });
  const { data, isPending } = useQuery(read(resolveDocument, { query: { target } }));
  const { title = "A spec of another plan", path: handle, canonicalUrl } = data?.document ?? {};
  const [planShortId] = handle?.split("/") ?? [];
  const address = canonicalUrl && localAddress(canonicalUrl).to;
  const plan = usePlanName(address, planShortId);
  const place = handle && address && { handle: handle.replace("/", " "), to: address, plan };
  if (isPending) return null;
  return (
    <NeedRow
      {...(place ? { place } : {})}
      title={title}
      remove={remove && (() => remove(place ? place.handle : "that spec"))}
    />
  );
}

import { getProjectFormat } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { templateOf } from "./format-template.ts";

/** Returns the template of plan descriptions, if any. */
export function useEpicTemplate(projectSlug: string): string | null {
  const { data } = useQuery(read(getProjectFormat, { params: { projectSlug, kind: "epic" } }));
  return data ? templateOf(data.format.markdown) : null;
}

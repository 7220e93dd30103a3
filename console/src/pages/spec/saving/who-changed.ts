import { listSpecVersions, type Reply } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { call } from "../../../api/call.ts";
import { isByProgram } from "../../../components/who.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { useSession } from "../../../session/session.ts";

type Version = Reply<typeof listSpecVersions>["versions"][number];

/** The versions that are looked at; who wrote earlier ones isn't named. */
const limit = 50;

/** Returns who wrote the versions between two revisions, each once, the latest first; none until known. */
export function useWhoChanged(params: SpecParams, after: number, until: number): readonly string[] {
  const { user } = useSession();
  const [names, setNames] = useState<readonly string[]>([]);
  const { projectSlug, planShortId, specShortId } = params;
  useEffect(() => {
    let isOver = false;
    const spec = { projectSlug, planShortId, specShortId };
    call(listSpecVersions, { params: spec, query: { limit } }).then(
      ({ versions }) => {
        const since = versions.filter(({ seq }) => seq > after && seq <= until);
        if (!isOver) setNames([...new Set(since.map((version) => nameIn(version, user.id)))]);
      },
      () => {}, // The choice is the same without a name.
    );
    return () => {
      isOver = true;
    };
  }, [projectSlug, planShortId, specShortId, after, until, user.id]);
  return names;
}

function nameIn({ author, actor, credential }: Version, userId: string): string {
  if (isByProgram(credential)) return `${credential.name} for ${actor}`;
  return author?.userId === userId ? "You" : (author?.name ?? actor);
}

/** "Ben", "Ben and Ann", "Ben and 2 others". */
export function listed([first = "", second, ...others]: readonly string[]): string {
  if (second === undefined) return first;
  return others.length > 0 ? `${first} and ${others.length + 1} others` : `${first} and ${second}`;
}

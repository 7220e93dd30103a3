import { type Spec, type SpecWithCriteria, search } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/read.ts";
import { Combobox } from "../../../components/forms/combobox.tsx";
import { Problem } from "../../../components/loading/problem.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { queryOf, useRested } from "../../../shell/palette/found.ts";
import type { Need } from "./need-edits.ts";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  specs: readonly Spec[];
  /** The existing dependencies. */
  known: readonly { toSpecId: string | null }[];
  add: (need: Need, name: string) => Promise<void>;
}

interface Option extends Need {
  handle: string;
  title: string;
  /** The plan's name, if it is a different one. */
  plan?: string | undefined;
}

const mostShown = 8;

/** Finds a prerequisite in the project by handle, title or text. */
export function AddNeed({ params, spec, specs, known, add }: Properties) {
  const [typed, type] = useState("");
  const [error, setError] = useState<unknown>(null);
  const q = queryOf(useRested(typed));
  const { data } = useQuery({
    ...read(search, { query: { q, kind: "spec", projectSlug: params.projectSlug, limit: "12" } }),
    enabled: typed.trim().length > 1 && q.length > 1,
  });
  const isNew = ({ id }: { id: string }) => id !== spec.id && !known.some(({ toSpecId }) => toSpecId === id);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const named: Option[] = specs
    .filter(({ shortId, title }) => words.every((word) => `${shortId} ${title}`.toLowerCase().includes(word)))
    .map(({ id, shortId, title }) => ({ id, shortId, handle: shortId, title }));
  const found: Option[] = (typed.trim() === "" ? [] : (data?.results ?? []))
    .filter(({ id }) => !named.some((one) => one.id === id))
    .map(({ id, title, planShortId, planName, specShortId = "" }) => {
      const isHere = planShortId === params.planShortId;
      return {
        id,
        shortId: isHere ? specShortId : null,
        handle: isHere ? specShortId : `${planShortId} ${specShortId}`,
        title,
        plan: isHere ? undefined : planName,
      };
    });
  const choose = ({ id, shortId, handle }: Option) => {
    type("");
    setError(null);
    add({ id, shortId }, handle).catch(setError);
  };
  return (
    <div className="mt-2 grid gap-2">
      <Combobox
        label="Add a dependency"
        typed={typed}
        type={type}
        options={[...named.filter(isNew).slice(0, mostShown), ...found.filter(isNew).slice(0, mostShown)]}
        keyOf={({ id }) => id}
        choose={choose}
        nothing="No matching spec in this project."
      >
        {({ handle, title, plan }) => (
          <>
            <span className="font-mono text-small text-ink-2">{handle}</span> {title}
            {plan !== undefined && <span className="text-ink-2"> · {plan}</span>}
          </>
        )}
      </Combobox>
      {error !== null && <Problem error={error} />}
    </div>
  );
}

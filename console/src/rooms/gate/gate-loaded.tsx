import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { Gate } from "../../parts/gate.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";

interface Properties<T> {
  /** The title while loading and after an error. */
  title: string;
  query: UseQueryResult<T>;
  /** Links shown after an error. */
  beside?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a public page's query, or its error. */
export function GateLoaded<T>({ title, query, beside, children }: Properties<T>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  return (
    <Gate title={title}>
      {error ? (
        <div className="mt-4 grid gap-3">
          <Problem error={error} {...(isFinal(error) ? {} : { retry: () => void query.refetch() })} />
          {beside}
        </div>
      ) : (
        <Skeleton rows={3} />
      )}
    </Gate>
  );
}

/** An expired link can't be retried. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 429;

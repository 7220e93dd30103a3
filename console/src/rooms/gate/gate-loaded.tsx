import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { Gate } from "../../parts/gate.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";

interface Properties<T> {
  /** The room's title, while it is loaded and where that failed. */
  title: string;
  query: UseQueryResult<T>;
  /** The ways on where it failed. */
  beside?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what a query of a gate answered, or in the service's words why it did not. */
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

/** Tells whether trying again is of no use: a link that is too old stays so. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 429;

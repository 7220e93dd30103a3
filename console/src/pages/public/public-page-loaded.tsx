import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { Problem } from "../../components/loading/problem.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import { PublicPage } from "../../components/page/public-page.tsx";

interface Properties<T> {
  /** The title while loading and after an error. */
  title: string;
  query: UseQueryResult<T>;
  /** Links shown after an error. */
  beside?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a public page's query, or its error. */
export function PublicPageLoaded<T>({ title, query, beside, children }: Properties<T>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  return (
    <PublicPage title={title}>
      {error ? (
        <div className="mt-4 grid gap-3">
          <Problem error={error} {...(isFinal(error) ? {} : { retry: () => void query.refetch() })} />
          {beside}
        </div>
      ) : (
        <Skeleton rows={3} />
      )}
    </PublicPage>
  );
}

/** An expired link can't be retried. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status < 429;

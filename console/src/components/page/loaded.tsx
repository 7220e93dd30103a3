import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFound } from "../../api/is-not-found.ts";
import { Problem } from "../loading/problem.tsx";
import { Skeleton } from "../loading/skeleton.tsx";
import { Main } from "./main.tsx";
import { NotFound } from "./not-found.tsx";

interface Properties<T> {
  query: Pick<UseQueryResult<T>, "data" | "refetch"> & { error: Error | null };
  /** A placeholder in the content's size. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders the data, a skeleton or an error. Old data stays if a refetch fails. */
export function Loaded<T>({ query, skeleton = <Skeleton />, children }: Properties<T>) {
  const { data, error } = query;
  if (isNotFound(error)) return <NotFound />;
  if (data !== undefined) return children(data);
  if (!error) return <Main>{skeleton}</Main>;
  return (
    <Main title="Something went wrong">
      <Problem error={error} retry={() => void query.refetch()} />
    </Main>
  );
}

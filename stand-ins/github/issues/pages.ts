/** Returns a size of 30 by default and at most 100, by the OpenAPI. */
function pageOf(query: URLSearchParams): { size: number; page: number } {
  const read = (name: string, otherwise: number) =>
    Math.max(1, Number.parseInt(query.get(name) ?? "", 10) || otherwise);
  return { size: Math.min(100, read("per_page", 30)), page: read("page", 1) };
}

/** Returns one page, with the Link header if there are more. */
export function paginate<T>(items: readonly T[], query: URLSearchParams, url: string) {
  const { size, page } = pageOf(query);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (rel: string, to: number) => {
    const params = new URLSearchParams(query);
    params.set("page", String(to));
    return `<${url}?${params}>; rel="${rel}"`;
  };
  const links = [
    ...(page < last ? [link("next", page + 1), link("last", last)] : []),
    ...(page > 1 ? [link("first", 1), link("prev", page - 1)] : []),
  ];
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: links.length === 0 ? {} : { link: links.join(", ") },
  };
}

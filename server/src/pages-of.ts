/** Yields a list in slices of at most `most` items. */
export function* pagesOf<T>(list: readonly T[], most: number): Generator<T[]> {
  for (let first = 0; first < list.length; first += most) yield list.slice(first, first + most);
}

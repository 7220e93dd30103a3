import { agreement, type Surroundings } from "./surroundings.ts";

export interface TextRange {
  start: number;
  end: number;
}

/** Occurrences considered. */
const mostPlaces = 1000;

/** Returns up to 1,000 occurrences of words, overlapping ones included. */
export function placesOf(text: string, exact: string, from = 0, to = text.length): TextRange[] {
  const places: TextRange[] = [];
  if (exact === "") return places;
  for (let at = text.indexOf(exact, from); at >= 0; at = text.indexOf(exact, at + 1)) {
    if (at + exact.length > to || places.length === mostPlaces) break;
    places.push({ start: at, end: at + exact.length });
  }
  return places;
}

/** Returns the occurrence with the most similar surroundings; the first if equal. */
export function bestPlace(
  text: string,
  places: readonly TextRange[],
  surroundings: Surroundings,
): (TextRange & { agreement: number }) | undefined {
  let best: (TextRange & { agreement: number }) | undefined;
  for (const place of places) {
    const agrees = agreement(text, place.start, place.end, surroundings);
    if (!best || agrees > best.agreement) best = { ...place, agreement: agrees };
  }
  return best;
}

import { agreement, type Surroundings } from "./surroundings.ts";

/** A part of a text. */
export interface Place {
  start: number;
  end: number;
}

/** The most places of the same words that are looked at. */
const mostPlaces = 1000;

/** Returns the places of words in a text, those that overlap included, at most a thousand. */
export function placesOf(text: string, exact: string, from = 0, to = text.length): Place[] {
  const places: Place[] = [];
  if (exact === "") return places;
  for (let at = text.indexOf(exact, from); at >= 0; at = text.indexOf(exact, at + 1)) {
    if (at + exact.length > to || places.length === mostPlaces) break;
    places.push({ start: at, end: at + exact.length });
  }
  return places;
}

/** Returns the place whose surroundings are the most like those; of several the first. */
export function bestPlace(
  text: string,
  places: readonly Place[],
  surroundings: Surroundings,
): (Place & { agreement: number }) | undefined {
  let best: (Place & { agreement: number }) | undefined;
  for (const place of places) {
    const agrees = agreement(text, place.start, place.end, surroundings);
    if (!best || agrees > best.agreement) best = { ...place, agreement: agrees };
  }
  return best;
}

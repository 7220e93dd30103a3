import type { SpecClaim } from "@groundplan/contract";
import type { SpecParams } from "../params.ts";
import { HeldWords } from "./held-words.tsx";
import { Release } from "./release.tsx";

interface Properties {
  params: SpecParams;
  claim: SpecClaim;
  place: keyof typeof places;
}

/** A row has a second line in windows that are not wide. */
const places = {
  page: "ml-1",
  card: "basis-full flex-wrap px-2",
  row: "side:max-w-md max-side:order-1 max-side:basis-full max-side:pl-2",
};

/** A claim with its release, for users who may. */
export function HeldBy({ params, claim, place }: Properties) {
  return (
    <span className={`flex min-w-0 items-center gap-1 ${places[place]}`}>
      <HeldWords claim={claim} />
      {/* An open dialog belongs to one claim. */}
      <Release
        key={claim.id}
        params={params}
        claim={claim}
        className={place === "card" ? "-mr-2 ml-auto" : ""}
      />
    </span>
  );
}

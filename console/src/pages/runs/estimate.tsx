import { estimateRun, type Request } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { sentenceOf } from "../../components/loading/problem.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { costOf, numberOf } from "./words.ts";

interface Properties {
  params: PlanParams;
  chosen: Omit<Request<typeof estimateRun>["body"], "prompt">;
  isKnown: boolean;
}

/** What the first request takes, without the words that are being typed. */
export function Estimate({ params, chosen, isKnown }: Properties) {
  const body = Object.assign({ prompt: "" }, chosen);
  const { data, error } = useQuery({
    ...read(estimateRun, { params, body }),
    enabled: isKnown,
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <p role="status" className="text-note text-ink-2">
      {error
        ? sentenceOf(error)
        : data &&
          `The first request takes about ${numberOf(data.inputTokens)} tokens${costOf(data)}; later ones carry what was read.`}
    </p>
  );
}

import { getRun, listRuns, type Run, streamRun } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { invalidate } from "../../api/read.ts";
import { followStream } from "../../live/follow-stream.ts";
import type { RunParams } from "./run-params.ts";
import { isOver } from "./words.ts";

interface Live {
  /** What the model writes now, by step. */
  words: ReadonlyMap<string, string>;
  usage: Run["usage"] | null;
}

const nothing: Live = { words: new Map(), usage: null };

/** The characters of an answer that is being written which are shown. */
const most = 4000;

/** Follows a run until it has ended; its steps are read again as they change. */
export function useFollowedRun({ projectSlug, planShortId, runId }: RunParams, run: Run | undefined): Live {
  const [live, setLive] = useState(nothing);
  const follows = run !== undefined && !isOver(run);
  useEffect(() => {
    if (!follows) return;
    const end = new AbortController();
    const again = () => void invalidate(getRun);
    const onEvent = (event: string | undefined, data: unknown) => {
      if (event === "usage") setLive(({ words }) => ({ words, usage: data as Run["usage"] }));
      else if (event === "delta") {
        const { stepId, text } = data as { stepId: string; text: string };
        setLive(({ words, usage }) => ({
          words: new Map([[stepId, ((words.get(stepId) ?? "") + text).slice(-most)]]),
          usage,
        }));
      } else if (event === "end") {
        end.abort();
        void invalidate(getRun, listRuns);
      }
      if (event === "step" || event === "usage") again();
    };
    void followStream({
      path: pathOf({ projectSlug, planShortId, runId }),
      signal: end.signal,
      onMessage: ({ event, data }) => onEvent(event, JSON.parse(data)),
    });
    return () => {
      end.abort();
      setLive(nothing);
    };
  }, [projectSlug, planShortId, runId, follows]);
  return live;
}

const pathOf = (params: RunParams): string =>
  streamRun.path.replace(/\{(\w+)\}/g, (_, name: keyof RunParams) => encodeURIComponent(params[name]));

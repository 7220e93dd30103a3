import { availableParallelism } from "node:os";
import { ask, type Server } from "../children.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { get } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { freshData, plan, removeFolder, withService } from "../service.ts";

export const processes: Group = {
  name: "processes",
  about: `Two services on one SQLite file, each with one client process over 16 connections, against one service for both clients. They share ${availableParallelism()} CPUs with the clients, whose cost keeps the ratio below two.`,
  async measure(effort) {
    const data = await freshData();
    try {
      return await withService(data, (first) =>
        withService(data, async (second) => [
          ...(await compare(effort, [first, second], "one plan", get(plan, data.key))),
          ...(await compare(effort, [first, second], "50 specs", get(`${plan}/specs?limit=50`, data.key))),
        ]),
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};

async function compare(
  effort: Effort,
  [first, second]: [Server, Server],
  name: string,
  request: string,
): Promise<Row[]> {
  const both = async (servers: [Server, Server], seconds: number) => {
    const questions = { requests: [request], connections: 16, expect: 200, until: { seconds } };
    const answers = await Promise.all(servers.map((server) => ask(server, questions)));
    return answers.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  const { two, one } = await inTurns(effort, 1, {
    two: (seconds) => both([first, second], seconds),
    one: (seconds) => both([first, first], seconds),
  });
  return [
    {
      measure: `two server processes on one SQLite file, reads of ${name}`,
      against: "one process",
      goal: { least: 1.6 },
      unit: "×",
      values: ratios(two, one, (perSecond) => perSecond),
    },
  ];
}

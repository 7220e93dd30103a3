import { cpus } from "../children.ts";
import { get } from "../requests.ts";
import type { Group } from "../row.ts";
import { databaseOf, freshData, plan, removeFolder, withService } from "../service.ts";
import { againstBare, allDifferent, look, withoutCachedAnswers } from "./against-bare.ts";

export const planRead: Group = {
  name: "plan",
  about:
    "`GET` of one plan over 32 connections, alternating with a bare `node:http` server that answers with a ready buffer of the same size; each server on one CPU, the client on another. The service caches the answer until the next commit; in the last row each request follows a commit.",
  async measure(effort) {
    const data = await freshData();
    try {
      return await withService(
        data,
        async (service) => {
          const { size } = await look(service, plan, data.key);
          const questions = { request: get(plan, data.key), size, expect: 200 };
          const row = {
            measure: "`GET` one plan, SQLite",
            against: "a bare server, same size, same core",
            goal: { least: 0.4 },
          };
          return [
            ...(await againstBare(effort, service, questions, row)),
            await withoutCachedAnswers(effort, service, {
              requests: allDifferent(plan, data.key),
              size,
              expect: 200,
              commitTo: databaseOf(data),
            }),
          ];
        },
        { cpu: cpus.server },
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};

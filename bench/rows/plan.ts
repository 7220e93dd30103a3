import { cpus } from "../children.ts";
import { get } from "../requests.ts";
import type { Group } from "../row.ts";
import { freshData, plan, removeFolder, withService } from "../service.ts";
import { againstBare, look } from "./against-bare.ts";

export const planRead: Group = {
  name: "plan",
  about:
    "`GET` of one plan over 32 connections, and the same asked of a bare `node:http` server that answers a ready buffer of the same size, in turns, each server on one CPU and who asks on another.",
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
          return againstBare(effort, service, questions, row);
        },
        { cpu: cpus.server },
      );
    } finally {
      removeFolder(data.settings);
    }
  },
};

import type { Module } from "../../module.ts";
import type { Context } from "../context.ts";
import { modelCreate, saveModel } from "./create-model.ts";
import { modelDelete } from "./delete-model.ts";
import { modelsList } from "./list-models.ts";
import { usageList } from "./list-usage.ts";
import { addSpent } from "./spend.ts";
import { dropUsage, sweepUsage } from "./sweep-usage.ts";
import { countTest, modelTest } from "./test-model.ts";
import { changeModel, modelUpdate } from "./update-model.ts";

export const models: Module<Context> = {
  name: "models",
  handlers: [modelsList, modelCreate, modelUpdate, modelDelete, modelTest, usageList],
  commands: [saveModel, changeModel, countTest, addSpent, dropUsage],
  jobs: { "models.sweepUsage": { run: sweepUsage, attempts: 10, everySeconds: 86_400 } },
  tables: {
    // Without its key a model is unusable until it is set again.
    models: { keptWith: { sealed_key: null, key_hint: null } },
    model_usage: "kept",
  },
  events: [
    ...(["model.created", "model.updated", "model.deleted"] as const),
    ...(["personal_model.created", "personal_model.updated", "personal_model.deleted"] as const),
  ],
};

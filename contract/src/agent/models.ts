import { z } from "zod";
import { Deleted, nextCursor, page, person } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { dateTime, name, text, webAddress } from "../text.ts";

const tag = "Models";
const params = z.strictObject({ modelId: z.string().describe("The model's id.") });

/** The wire that a provider speaks. */
export const modelKind = z.enum(["anthropic", "openai-compatible"]).meta({ id: "ModelKind" });
export type ModelKind = z.infer<typeof modelKind>;

/** Who may use a model: everybody here by the operator's setting, members of the workspace, or one person. */
export const modelScope = z.enum(["operator", "workspace", "person"]).meta({ id: "ModelScope" });
export type ModelScope = z.infer<typeof modelScope>;

const price = z.number().min(0).max(1_000_000).describe("For a million tokens, in the service's currency.");
export const ModelPrices = z.strictObject({ input: price, output: price }).meta({ id: "ModelPrices" });
export type ModelPrices = z.infer<typeof ModelPrices>;

export const Model = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: modelKind,
    baseUrl: z.string().nullable().describe("Null for the vendor's own address."),
    model: z.string().describe("The provider's name of the model."),
    keyHint: z.string().nullable().describe("The last characters of the key; null without one."),
    contextTokens: z.int(),
    maxOutput: z.int().describe("Tokens of an answer at most."),
    prices: ModelPrices.nullable().describe("Null where only tokens are counted."),
    scope: modelScope,
    usable: z.boolean().describe("False if its key is missing."),
  })
  .meta({ id: "Model" });
export type Model = z.infer<typeof Model>;

const baseUrl = webAddress();
const apiKey = text(2000).refine((value) => /^[\x21-\x7e]+$/.test(value), "must be a key without spaces");
const contextTokens = z.int().min(1000).max(10_000_000);
const maxOutput = z.int().min(16).max(1_000_000).describe("Below `contextTokens`.");
const modelName = name(200).describe("The provider's name of the model.");

export const listModels = endpoint({
  id: "models.list",
  method: "GET",
  path: "/v1/models",
  summary: "List models",
  description: "The operator's, the workspace's and one's own. Viewers are shown none.",
  tag,
  query: z.strictObject(page),
  reply: z.object({ models: z.array(Model), nextCursor }),
});

export const createModel = endpoint({
  id: "models.create",
  method: "POST",
  path: "/v1/models",
  summary: "Add a model",
  description:
    "For the workspace, which takes an owner, or for oneself. Its key is kept sealed and never answered. Apps can't add one.",
  tag,
  body: z.strictObject({
    name: name(120),
    kind: modelKind,
    baseUrl: baseUrl
      .optional()
      .describe(
        "Needed for `openai-compatible`: up to and including `/v1`. It may not lead into a private network.",
      ),
    model: modelName,
    apiKey: apiKey.optional().describe("Needed for `anthropic`."),
    contextTokens,
    maxOutput,
    prices: ModelPrices.optional(),
    scope: modelScope.exclude(["operator"]),
  }),
  reply: z.object({ model: Model }),
  status: 201,
  errors: ["forbidden", "too_many_models"],
});

export const updateModel = endpoint({
  id: "models.update",
  method: "PATCH",
  path: "/v1/models/{modelId}",
  summary: "Change a model",
  description:
    "Another `kind`, or another origin of `baseUrl`, removes the stored key unless `apiKey` comes along, so that no key is sent to another provider. `apiKey: null` removes it, too.",
  tag,
  params,
  body: z.strictObject({
    name: name(120).optional(),
    kind: modelKind.optional(),
    baseUrl: baseUrl.nullable().optional(),
    model: modelName.optional(),
    apiKey: apiKey.nullable().optional(),
    contextTokens: contextTokens.optional(),
    maxOutput: maxOutput.optional(),
    prices: ModelPrices.nullable().optional(),
  }),
  reply: z.object({ model: Model }),
  errors: ["not_found", "forbidden"],
});

export const deleteModel = endpoint({
  id: "models.delete",
  method: "DELETE",
  path: "/v1/models/{modelId}",
  summary: "Delete a model with its key",
  tag,
  params,
  reply: Deleted,
  errors: ["not_found", "forbidden"],
});

export const testModel = endpoint({
  id: "models.test",
  method: "POST",
  path: "/v1/models/{modelId}/test",
  summary: "Ask a model for a word",
  description:
    "For whoever may change it. One call of at most 16 tokens, which counts as usage; ten a minute. What fails is told in `error`.",
  tag,
  params,
  reply: z.object({
    ok: z.boolean(),
    model: z.string().describe("The model that answered, as the provider names it, else the asked one."),
    latencyMs: z.int(),
    error: z.string().optional().describe("Why it failed, and which setting to look at."),
  }),
  errors: ["not_found", "forbidden"],
});

export const ModelUsage = z
  .object({
    day: z.string().describe("In UTC, `YYYY-MM-DD`."),
    person,
    model: z.object({ id: z.string(), name: z.string(), scope: modelScope }),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cost: z
      .object({ amount: z.number(), currency: z.string() })
      .optional()
      .describe("Absent where the model has no prices."),
    updatedAt: dateTime(),
  })
  .meta({ id: "ModelUsage" });
export type ModelUsage = z.infer<typeof ModelUsage>;

export const listModelUsage = endpoint({
  id: "models.usage",
  method: "GET",
  path: "/v1/models/usage",
  summary: "List what models were used for, the newest day first",
  description:
    "By day, person and model. Owners see everybody's, members their own; kept for 400 days. A run's call counts with all that it can take until it ends.",
  tag,
  query: z.strictObject(page),
  reply: z.object({ usage: z.array(ModelUsage), nextCursor }),
});

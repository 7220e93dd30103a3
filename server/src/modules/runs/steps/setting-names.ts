const settings: Readonly<Record<string, string>> = {
  "`apiKey`": "`GROUNDPLAN_MODEL_KEY`",
  "`baseUrl`": "`GROUNDPLAN_MODEL_URL`",
  "`model`": "`GROUNDPLAN_MODEL_NAME`",
  "`kind`": "`GROUNDPLAN_MODEL_KIND`",
  "`maxOutput`": "`GROUNDPLAN_MODEL_MAX_OUTPUT`",
  "`contextTokens`": "`GROUNDPLAN_MODEL_CONTEXT_TOKENS`",
};

/** Names the operator's settings in place of the fields of other models. */
export const inSettingsOf = (sentence: string): string =>
  sentence.replace(/`\w+`/g, (field) => settings[field] ?? field);

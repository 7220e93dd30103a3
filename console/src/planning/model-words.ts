/** The console's labels of a model's fields. */
const labels: Readonly<Record<string, string>> = {
  "`kind`": "“Provider”",
  "`baseUrl`": "“Address”",
  "`model`": "“Model”",
  "`apiKey`": "“Key”",
  "`contextTokens`": "“Tokens that it reads”",
  "`maxOutput`": "“Tokens that it answers”",
};

/** Names the console's labels in place of the API's fields. */
export const withLabels = (sentence: string): string =>
  sentence.replace(/`\w+`/g, (field) => labels[field] ?? field);

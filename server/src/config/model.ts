import { type ModelKind, type ModelPrices, modelKind } from "@groundplan/contract";
import { ConfigError } from "./config-error.ts";

/** The operator's model, which every workspace may use. */
export interface OperatorModel {
  kind: ModelKind;
  /** Null for the vendor's own address. */
  baseUrl: string | null;
  model: string;
  key: string | null;
  contextTokens: number;
  maxOutput: number;
  prices: ModelPrices | null;
}

export interface ModelSettings {
  operator: OperatorModel | null;
  /** Of all prices, ISO 4217. */
  currency: string;
  /** Tokens of the operator's model that the whole service may use in a month; null without a limit. */
  monthlyTokens: number | null;
}

/** Members read addresses, and the paths of calls are added to their end. */
export const isPlainBaseUrl = (value: string): boolean => {
  const { username, password } = URL.parse(value) ?? { username: "", password: "" };
  return username === "" && password === "" && !/[?#]/.test(value);
};

const prefix = "GROUNDPLAN_MODEL_";

type Text = (name: string) => string | null;

/** Reads the settings of models. Errors never repeat the key. */
export function modelSettings(text: Text): ModelSettings {
  const currency = text(`${prefix}CURRENCY`) ?? "USD";
  if (!/^[A-Z]{3}$/.test(currency))
    throw new ConfigError(`${prefix}CURRENCY is no currency. Set it to three letters such as USD.`);
  return { operator: operatorModel(text), currency, monthlyTokens: monthlyTokens(text) };
}

function monthlyTokens(text: Text): number | null {
  const value = text(`${prefix}MONTHLY_TOKENS`);
  if (value === null) return null;
  if (!/^\d{1,15}$/.test(value))
    throw new ConfigError(
      `${prefix}MONTHLY_TOKENS is no number of tokens. Set it to a whole number, or leave it out.`,
    );
  return Number(value);
}

function operatorModel(text: Text): OperatorModel | null {
  const [kind, url, model, key] = ["KIND", "URL", "NAME", "KEY"].map((name) => text(prefix + name));
  const contextTokens = count(text, "CONTEXT_TOKENS", 128_000);
  const maxOutput = count(text, "MAX_OUTPUT", 8_000);
  const prices = pricesOf(text);
  if (!kind && !url && !model && !key) return null;
  const read = modelKind.safeParse(kind);
  if (kind && !read.success)
    throw new ConfigError(
      `${prefix}KIND is ${JSON.stringify(kind)}, and no kind of model. Set it to ${modelKind.options.join(" or ")}.`,
    );
  if (!read.success || !model)
    throw new ConfigError(
      `${prefix}KIND and ${prefix}NAME belong together. Set KIND to ${modelKind.options.join(" or ")} and NAME to the model, or leave out both.`,
    );
  if (read.data === "openai-compatible" && !url)
    throw new ConfigError(
      `${prefix}URL is missing. Set it to the provider's address up to and including /v1, such as http://127.0.0.1:11434/v1.`,
    );
  if (read.data === "anthropic" && !key) throw new ConfigError(`${prefix}KEY is missing. Set it to the key.`);
  if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new ConfigError(`${prefix}URL is no http or https address. Set it to the provider's address.`);
  if (url && !isPlainBaseUrl(url))
    throw new ConfigError(
      `${prefix}URL has a user name, a password, a query or a fragment, which members would read. Set it to the address alone, and the key as ${prefix}KEY.`,
    );
  if (maxOutput >= contextTokens)
    throw new ConfigError(
      `${prefix}MAX_OUTPUT is not below ${prefix}CONTEXT_TOKENS, the room of a request and its answer. Lower it, or set ${prefix}CONTEXT_TOKENS to what the model takes.`,
    );
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new ConfigError(`${prefix}KEY holds spaces or control characters. Set it to the key alone.`);
  return { kind: read.data, baseUrl: url ?? null, model, key: key ?? null, contextTokens, maxOutput, prices };
}

function count(text: Text, name: string, otherwise: number): number {
  const value = text(prefix + name);
  if (value === null) return otherwise;
  if (!/^[1-9]\d{1,7}$/.test(value))
    throw new ConfigError(
      `${prefix}${name} is no number of tokens. Set it to a whole number, or leave it out.`,
    );
  return Number(value);
}

function pricesOf(text: Text): ModelPrices | null {
  const [input, output] = ["PRICE_IN", "PRICE_OUT"].map((name) => text(prefix + name));
  if (input === null && output === null) return null;
  const isPrice = (value: string | null | undefined) => /^\d{1,6}(\.\d{1,6})?$/.test(value ?? "");
  if (!isPrice(input) || !isPrice(output))
    throw new ConfigError(
      `${prefix}PRICE_IN and ${prefix}PRICE_OUT belong together, as decimals for a million tokens. Set both, or leave out both.`,
    );
  return { input: Number(input), output: Number(output) };
}

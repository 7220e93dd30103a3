export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Exposition {
  types: Map<string, string>;
  samples: Sample[];
  sum(name: string, labels?: Record<string, string>): number;
}

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const sampleLine = new RegExp(`^(${name})(?:\\{(.*)\\})? (\\S+)(?: -?\\d+)?$`);
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

/** Parses Prometheus's text format; throws for any violation. */
export function parse(text: string): Exposition {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const types = new Map<string, string>();
  const helps = new Set<string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    if (line.startsWith("#")) {
      readComment(line, types, helps);
      continue;
    }
    const sample = readSample(line);
    const family = sample.name.replace(/_(?:bucket|sum|count)$/, "");
    if (!types.has(sample.name) && !["histogram", "summary"].includes(types.get(family) ?? ""))
      throw new Error(`a sample without a type: ${line}`);
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(key)) throw new Error(`a sample is told twice: ${line}`);
    seen.add(key);
    samples.push(sample);
  }
  requireHistograms(types, samples);
  const sum = (of: string, labels: Record<string, string> = {}) =>
    samples
      .filter((one) => one.name === of)
      .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
      .reduce((total, { value }) => total + value, 0);
  return { types, samples, sum };
}

function readComment(line: string, types: Map<string, string>, helps: Set<string>): void {
  const [, kind, of = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
  if (kind === undefined) throw new Error(`a comment that says nothing: ${line}`);
  if (!new RegExp(`^${name}$`).test(of)) throw new Error(`a wrong name: ${line}`);
  if (kind === "HELP") {
    if (helps.has(of)) throw new Error(`${of} is explained twice`);
    helps.add(of);
    return;
  }
  if (types.has(of)) throw new Error(`${of} has two types`);
  if (!/^(counter|gauge|histogram|summary|untyped)$/.test(rest)) throw new Error(`a wrong type: ${line}`);
  types.set(of, rest);
}

function readSample(line: string): Sample {
  const [, of = "", pairs = "", number = ""] = sampleLine.exec(line) ?? [];
  if (of === "") throw new Error(`no sample: ${line}`);
  const value = Number(number.replace(/^([+-]?)Inf$/, "$1Infinity"));
  if (Number.isNaN(value) && !/^nan$/i.test(number)) throw new Error(`no number: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = pairs; rest !== ""; ) {
    const [whole = "", label = "", text = ""] = labelPair.exec(rest) ?? [];
    if (whole === "" || label in labels) throw new Error(`wrong labels: ${line}`);
    labels[label] = text.replace(/\\(["\\n])/g, (_, sign) => (sign === "n" ? "\n" : sign));
    rest = rest.slice(whole.length);
  }
  return { name: of, labels, value };
}

/** Checks that a histogram's buckets increase up to `+Inf`, which equals its count. */
function requireHistograms(types: Map<string, string>, samples: readonly Sample[]): void {
  const rest = (labels: Record<string, string>) =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([label]) => label !== "le")
        .sort(),
    );
  for (const [of, type] of types) {
    if (type !== "histogram") continue;
    const buckets = Map.groupBy(
      samples.filter((one) => one.name === `${of}_bucket`),
      ({ labels }) => rest(labels),
    );
    for (const [labels, rows] of buckets) {
      const sorted = rows.toSorted((a, b) => Number(bound(a)) - Number(bound(b)));
      const values = sorted.map(({ value }) => value);
      if (values.some((value, at) => value < (values[at - 1] ?? 0))) throw new Error(`${of} falls`);
      const count = samples.find((one) => one.name === `${of}_count` && rest(one.labels) === labels);
      if (sorted.at(-1)?.labels.le !== "+Inf" || count?.value !== values.at(-1))
        throw new Error(`${of} does not count all`);
    }
  }
}

const bound = ({ labels }: Sample) => (labels.le === "+Inf" ? "Infinity" : (labels.le ?? "NaN"));

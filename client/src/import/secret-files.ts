import type { ImportedPlan, Notice, Parsed } from "./format.ts";
import { nameOf } from "./paths.ts";

const secret =
  /^(?:\.env(?:\.(?!example|sample|template).*)?|\.netrc|\.npmrc|\.pypirc|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|keystore)|\.?[^.]*credentials?(?:-key)?(?:\.json)?)$/iu;

/** Leaves out files that hold keys by their names: everybody who may edit the plan could read them. */
export function withoutSecrets(parsed: Parsed): Parsed {
  const found = new Set(
    (parsed.files ?? []).map(({ path }) => path).filter((path) => secret.test(nameOf(path))),
  );
  if (found.size === 0) return parsed;
  const why = "not kept for an export: its name says that it holds keys";
  const [own, ...under] = parsed.plans.map((plan) => without(plan, found));
  return {
    ...parsed,
    plans: [own ?? parsed.plans[0], ...under],
    files: (parsed.files ?? []).filter(({ path }) => !found.has(path)),
    notices: [...parsed.notices, ...[...found].map((file): Notice => ({ file, line: 1, text: "", why }))],
  };
}

function without(plan: ImportedPlan, paths: ReadonlySet<string>): ImportedPlan {
  if (!plan.files) return plan;
  return Object.assign({}, plan, { files: plan.files.filter((path) => !paths.has(path)) });
}

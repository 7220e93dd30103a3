import { interactionPolicy } from "oidc-provider";

const { Check, Prompt, base } = interactionPolicy;

/**
 * Prompts at every authorization without remembering earlier ones. An answer counts for the browser whose
 * console session gave it (`provider.ts`).
 */
export function alwaysAsk() {
  const policy = base();
  policy.clear();
  policy.add(new Prompt({ name: "login", requestable: true }));
  policy.add(
    new Prompt(
      { name: "consent", requestable: true },
      new Check("consent_missing", "the person has to be asked", "consent_required", ({ oidc }) =>
        oidc.result?.consent && oidc.account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
  );
  return policy;
}

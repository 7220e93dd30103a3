// Each pattern is a fixed prefix and one run of characters, hence linear. Minimum lengths keep prose and a
// key's public prefix (psk_ and eight) readable.
const CREDENTIALS = [
  // Authorization headers.
  /(bearer +)([\w.~+/=-]{6,})/gi,
  /(basic +)([\w+/=-]{16,})/gi,
  // Our keys, tokens, sessions, links and browser secrets.
  /((?:psk|plan_(?:at|rt|session|link|invite|browser|known|share|read))_)([\w-]{9,})/g,
  // GitHub tokens; a ghs_ token may hold a JWT, hence the dots.
  /((?:gh[opsru]|github_pat)_)([\w.-]{12,})/g,
  // Linear, Atlassian, Standard Webhooks.
  /(lin_(?:api|oauth)_)(\w{12,})/g,
  /(AT[A-Z]TT)([\w.=-]{12,})/g,
  /(whsec_)([\w+/=-]{12,})/g,
  // OpenAI, Anthropic and compatible services.
  /(\bsk-)([\w-]{16,})/g,
  // User info in an address.
  /(:\/\/)([^\s/?#"'<>,]+)(?=@)/g,
];

/** Prefilter: every credential contains one of these. */
const SUSPECT = /bearer |basic |psk_|plan_|gh[opsru]_|github_|lin_|AT[A-Z]TT|whsec_|sk-|:\/\//i;

const SHOWN = 4;
const LONG_ENOUGH_TO_SHOW = 20;

/**
 * Redacts anything that looks like a credential to its kind, at most four characters and "…". A last line of
 * defence for logs and error messages.
 */
export function redact(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, shorten), text);
}

function shorten(_match: string, kind: string, secret: string): string {
  return `${kind}${secret.length < LONG_ENOUGH_TO_SHOW ? "" : secret.slice(0, SHOWN)}…`;
}

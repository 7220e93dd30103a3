// Each pattern is a fixed start and one run of characters, so matching takes linear time.
// The shortest runs are chosen so that prose and the public prefix of a key (psk_ and eight) stay readable.
const CREDENTIALS = [
  // Authorization headers of any kind.
  /(bearer +)([\w.~+/=-]{6,})/gi,
  /(basic +)([\w+/=-]{16,})/gi,
  // Our own keys, tokens, sessions, links and what browsers are known by.
  /((?:psk|plan_(?:at|rt|session|link|invite|browser|share))_)([\w-]{9,})/g,
  // GitHub's token formats; a ghs_ token may hold a JWT, hence the dots.
  /((?:gh[opsru]|github_pat)_)([\w.-]{12,})/g,
  // Linear, Atlassian, Standard Webhooks.
  /(lin_(?:api|oauth)_)(\w{12,})/g,
  /(AT[A-Z]TT)([\w.=-]{12,})/g,
  /(whsec_)([\w+/=-]{12,})/g,
  // OpenAI, Anthropic and those that follow them.
  /(\bsk-)([\w-]{16,})/g,
  // User name and password in an address.
  /(:\/\/)([^\s/?#"'<>,]+)(?=@)/g,
];

/**
 * Matches a text that may hold a credential: every credential holds one of these, so one test spares most texts the
 * others.
 */
const SUSPECT = /bearer |basic |psk_|plan_|gh[opsru]_|github_|lin_|AT[A-Z]TT|whsec_|sk-|:\/\//i;

const SHOWN = 4;
const LONG_ENOUGH_TO_SHOW = 20;

/**
 * Returns the text with everything that looks like a credential cut to its kind, at most four characters and "…". It is
 * the last line of defence for logs and error messages: a known secret must not get that far.
 */
export function redact(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return CREDENTIALS.reduce((rest, pattern) => rest.replace(pattern, shorten), text);
}

function shorten(_match: string, kind: string, secret: string): string {
  return `${kind}${secret.length < LONG_ENOUGH_TO_SHOW ? "" : secret.slice(0, SHOWN)}…`;
}

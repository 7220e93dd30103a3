/** A setting that can't work. The message is one sentence that says what to do, and the start ends with it. */
export class ConfigError extends Error {}

/** An unusable setting. The message says what to do and ends the start. */
export class ConfigError extends Error {}

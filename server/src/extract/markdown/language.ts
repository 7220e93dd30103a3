/** Returns the language in a code block's classes, or "". */
export const languageOf = (names = "") => /\blang(?:uage)?-([\w+#-]{1,30})/.exec(names)?.[1] ?? "";

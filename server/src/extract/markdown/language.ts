/** Returns the language that the classes of a block of code name, or "". */
export const languageOf = (names = "") => /\blang(?:uage)?-([\w+#-]{1,30})/.exec(names)?.[1] ?? "";

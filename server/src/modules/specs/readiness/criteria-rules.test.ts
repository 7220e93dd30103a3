import { describe, expect, test } from "vitest";
import { readiness } from "./index.ts";

function codesFor(
  criterion: string,
  others = "1. When the file is missing, then the import stops with an error.\n",
) {
  const content = `Contacts come from a file, so that nobody has to type them again.\n\n# Done when\n${others}2. ${criterion}\n`;
  const { reasons } = readiness({ title: "Import", content, effort: null, danglingNeeds: [] });
  return reasons.map(({ code }) => code);
}

describe("vague words", () => {
  test.each([
    "The page loads fast.",
    "The errors are handled gracefully.",
    "The page is User-Friendly.",
    "The wizard is easy to use.",
    "Shows the tables with **appropriate** styling",
    "エラーを適切に処理すること、また読み込みを高速にすること",
    "The page is touch-friendly.",
    "A message that is appropriate is shown.",
    "The page is simple and clean.",
    "The list is 3 times smoother than the one before.",
    "The wizard is 100 % modern.",
    "Scalable, robust",
  ])("are found in %j", (text) => expect(codesFor(text)).toEqual(["vague-words"]));

  test.each([
    "The page loads fast, within 200 ms.",
    "The page loads quickly: 95 % of them in 2 seconds.",
    "3秒以内に素早く表示すること",
    "The label says `easy to use` and calls fast().",
    'The label says “intuitive”, and the button "Simple and fast".',
    "The link [a robust import](https://example.org/modern) is shown.",
    "The file lies in src/fast/modern.ts, beside fast-check and fast.js.",
    "The import should fail fast when the file is missing.",
    "The box is breakfast-sized with a fastener.",
    "A large file over a secure connection has a simple name.",
    "The buttons are Save, Clear and Close.",
    "The import is 3 times faster than the one before.",
    "> The users want it fast and modern.",
    "<!-- fast and modern -->The list is shown with the rows.",
  ])("are not in %j", (text) => expect(codesFor(text)).toEqual([]));

  test.each([
    "Die Seite ist fast leer und robust.",
    "La page est simple, flexible et moderne.",
    "Sivu on fast modern.",
  ])("are not searched for in a language that the rules can't read: %j", (text) =>
    expect(codesFor(text, "")).toEqual([]),
  );

  test.each([
    ["Die Suche ist schnell und benutzerfreundlich.", "vague-words"],
    ["El socio recibe un aviso un rato antes.", "vague-words"],
    ["系统性能明显提升。", "vague-words"],
    ["Falls möglich gibt es Vorschläge beim Tippen.", "untestable-criteria"],
  ])("and fallbacks are found if a word belongs to one language only: %j", (text, code) =>
    expect(codesFor(text, "")).toEqual([code]),
  );

  test("are named one by one in a list of them", () => {
    const content = "# Done when\n1. Scalable, robust, secure, modern";
    const { reasons } = readiness({ title: "", content, effort: null, danglingNeeds: [] });
    expect(reasons.find(({ code }) => code === "vague-words")?.text).toBe(
      "Criterion 1 says “scalable”, “robust”, “secure”, “modern”.",
    );
  });

  test("count in the criteria only; without any, words of the text are not reported", () => {
    const text = "The users get an intuitive list of the contacts, and a robust import that is fast.";
    const graded = (content: string) => readiness({ title: "", content, effort: null, danglingNeeds: [] });
    expect(graded(text).reasons.map(({ code, line }) => [code, line])).toEqual([["missing-criteria", null]]);
    const criteria = "\n# Done when\n1. If the file is missing, then the page says so.";
    expect(graded(text + criteria).reasons).toEqual([]);
  });
});

describe("criteria that can't be tested", () => {
  test.each([
    "Login",
    "**Performance**",
    "AC-2:",
    "Ошибка",
    "The rows are sorted if possible.",
    "The page shows name, address, etc.",
    "The import works as expected.",
    "The page shows the name, and so on",
    "必要に応じてログを出力すること",
    "The log is written if needed.",
    "The battery level is shown where available.",
    "The import works.",
    "It works.",
    "The errors are handled.",
    "The export exists",
    "The import of contacts is implemented.",
  ])("%j", (text) => expect(codesFor(text)).toEqual(["untestable-criteria"]));

  test.each([
    "`npm test` passes",
    "`npm test`",
    "Tests pass",
    "ログイン成功",
    "登录",
    "로그인",
    "The import should store the rows.",
    "The page may show the rows that the user has selected.",
    "The names (first, last, etc.) are stored.",
    "The label says “if possible”.",
    "The import works without a connection.",
    "`npm test` works.",
    "The import of 20 contacts is done in one step.",
    "Where a customer has an address, the letter is sent.",
    "If required fields are missing, then the page names them.",
    "The old import still works.",
    "The import of the contacts is sorted by name.",
    "Login\n   - shows the form",
  ])("do not include %j", (text) => expect(codesFor(text)).toEqual([]));
});

describe("a failure path", () => {
  const path = (...items: string[]) => {
    const content = `The contacts come from a file, so that nobody has to type them.\n# Done when\n${items.map((item) => `1. ${item}\n`).join("")}`;
    return readiness({ title: "Import", content, effort: null, danglingNeeds: [] }).reasons.map(
      ({ code }) => code,
    );
  };

  test.each([
    "If the file can't be read, then the page says so.",
    "WHEN the login is rejected THEN the system SHALL count it",
    "With a wrong token it answers 401 and logs the address.",
    "When there are no rows, then the page shows a hint.",
    "The import falls back to the last file that it has read.",
    "もしファイルが見つからない場合、一覧を表示すること",
    "接続がタイムアウトした時、再接続すること",
    "同じ名前を登録すべきでない",
    "Without a connection, the last rows are kept.",
    "A row with an address that nobody knows is listed as skipped.",
    "If the user cancels the upload, then the rows are as before.",
    "With a full disk the file is never half written.",
  ])("is %j", (text) => expect(path("The page lists the rows and their number.", text)).toEqual([]));

  test.each([
    "The page lists the rows and their number.",
    "When the user confirms, then the rows are stored without errors.",
    "The label says “error” and the page says `failed`.",
    "システムは一覧を表示しなければならない",
    "The page cancels an order.",
    "The import identifies duplicate code.",
    "The rows are stored and not doubled.",
  ])("is not %j", (text) => expect(path(text)).toEqual(["no-failure-path"]));

  const titled = (title: string, item: string) =>
    readiness({
      title,
      content: `The numbers come from a service that several teams call.\n# Done when\n1. ${item}`,
      effort: null,
      danglingNeeds: [],
    }).reasons.map(({ code }) => code);

  test("is not shown by words of the title's subject", () => {
    expect(titled("Chart of the error rate", "The chart shows the error rate of 24 hours.")).toEqual([
      "no-failure-path",
    ]);
    expect(titled("Chart", "The chart shows 24 hours, and the error when a number is missing.")).toEqual([]);
  });

  test("is not required if nothing can fail", () => {
    const content =
      "The button on the page is named differently on each of our pages.\n# Done when\n1. The button reads “Go”.";
    expect(
      readiness({ title: "Name of a button", content, effort: null, danglingNeeds: [] }).reasons,
    ).toEqual([]);
  });

  test("is not found in an open question", () => {
    expect(
      path("The page lists the rows and their number.", "What does the page say if the file is invalid?"),
    ).toEqual(["open-questions", "no-failure-path"]);
  });

  test.each([
    "WHEN ein Nutzer die Datei auswählt THEN SHALL das System die Kontakte anzeigen",
    "WHEN um usuário pressiona a tecla THEN o sistema SHALL mover o foco para o próximo elemento",
    "当用户选择文件时，系统应显示所有联系人",
    "사용자가 파일을 선택하면 시스템은 연락처를 표시해야 한다",
    "Когда пользователь выбирает файл, система показывает контакты",
  ])("is not required in a language that the rules can't read: %j", (text) => expect(path(text)).toEqual([]));
});

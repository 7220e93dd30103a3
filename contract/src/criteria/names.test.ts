import { expect, test } from "vitest";
import { announcesCriteria } from "./names.ts";

test.each([
  "Acceptance criteria",
  "ACCEPTANCE CRITERIA",
  "Acceptance  Criteria",
  "Acceptance criterion",
  "Done when",
  "Acceptance criteria:",
  "Acceptance criteria ##",
  "**Acceptance criteria**",
  "**Acceptance criteria:**",
  "__Done when__:",
  "_Acceptance criteria_",
  "3. Acceptance Criteria",
  "3.2.1 Acceptance criteria",
  "2) **Done when**",
  "✅ Acceptance criteria",
  "Acceptance criteria (EARS)",
  "Acceptance Criteria (optional):",
  "受け入れ基準",
  "受入基準",
  "受入れ条件：",
  "4. 受け入れ条件（必須）",
  "完了条件",
  "Akzeptanzkriterien",
  "**Critérios de Aceitação:**",
  "Criterios de aceptación",
  "Critères d’acceptation",
  "2. 验收标准",
  "معايير القبول",
  "Acceptance",
  "Acceptance-Criteria",
  "Success Criteria *(mandatory)*",
  "Acceptance scenarios",
  "Acceptance Tests:",
  "Success criteria [draft]",
  "驗收標準",
  "验收场景（可选）",
  "受け入れテスト",
  "성공 기준",
  "인수 조건",
  "Abnahmekriterien",
  "Fertig, wenn:",
  "Critères de réussite",
  "Escenarios de aceptación",
  "Pronto quando",
  "Criteri di accettazione",
  "Acceptatiescenario's",
  "Kryteria akceptacji",
  "Критерии приёмки",
  "Готово, когда",
  "شروط القبول",
  "KABUL KRİTERLERİ",
  "BAŞARI KRİTERLERİ",
  "TAMAMLANDIĞINDA",
  "Bas\u0327ar\u0131 kriterleri",
  "Ａｃｃｅｐｔａｎｃｅ",
  "Критерії приймання",
  "Crite\u0300res d'acceptation",
])("%j announces criteria", (heading) => {
  expect(announcesCriteria(heading)).toBe(true);
});

test.each([
  "",
  "Criteria",
  "Acceptance of the terms",
  "Success",
  "Acceptance criteria evidence",
  "Acceptance criteria for the importer",
  "Our acceptance criteria",
  "Requirement 1: acceptance criteria",
  "Done when: everything works",
  "Definition of done",
  "Acceptancecriteria",
  "Acceptance criteria (a) (b)",
  "受け入れ基準の例",
  "Akzeptanzkriterien der Suche",
  "タスク完了条件",
])("%j does not announce criteria", (heading) => {
  expect(announcesCriteria(heading)).toBe(false);
});

test("a heading of more than 200 characters announces nothing", () => {
  expect(announcesCriteria(`Acceptance criteria ${"!".repeat(180)}`)).toBe(true);
  expect(announcesCriteria(`Acceptance criteria ${"!".repeat(181)}`)).toBe(false);
});

/** "Acceptance criteria" and "Done when" in every supported language. */
const PRIMARY = `
  acceptance criteria|acceptance criterion|done when
  验收标准|验收条件|验收准则|接受标准|完成条件|完成标准
  驗收標準|驗收條件|驗收準則|驗收基準|允收標準|完成條件|完成標準
  受け入れ基準|受入れ基準|受入基準|受け入れ条件|受入れ条件|受入条件|受け入れ要件|受入要件|完了条件|完了基準|合格基準
  인수 기준|인수기준|인수 조건|인수조건|수락 기준|수락기준|수락 조건|수락조건|수용 기준|수용기준|승인 기준|승인기준|완료 조건|완료조건|완료 기준|완료기준
  akzeptanzkriterien|akzeptanzkriterium|akzeptanz kriterien|abnahmekriterien|abnahmekriterium|fertig wenn|erledigt wenn
  critères d acceptation|critère d acceptation|critères d acceptance|critères de recette|critères de validation|conditions d acceptation|criteres d acceptation|terminé quand|terminé lorsque|fini quand
  criterios de aceptación|criterio de aceptación|criterios de aceptacion|hecho cuando|terminado cuando|listo cuando
  critérios de aceitação|critério de aceitação|critérios de aceite|critério de aceite|criterios de aceitacao|pronto quando|feito quando|concluído quando
  criteri di accettazione|criterio di accettazione|criteri d accettazione|fatto quando|completato quando|finito quando
  acceptatiecriteria|acceptatie criteria|acceptatiecriterium|klaar wanneer|klaar als|gereed wanneer|gereed als
  kryteria akceptacji|kryterium akceptacji|kryteria akceptacyjne|kryteria odbioru|warunki akceptacji|gotowe gdy|gotowe kiedy|ukończone gdy|zrobione gdy
  критерии приёмки|критерии приемки|критерий приёмки|критерий приемки|критерии принятия|критерии приёма|критерии приема|условия приёмки|условия приемки|готово когда|сделано когда|выполнено когда
  معايير القبول|معيار القبول|شروط القبول|يكتمل عندما|مكتمل عندما|منجز عندما
  kabul kriterleri|kabul kriteri|kabul ölçütleri|kabul koşulları|kabul şartları|tamamlandığında|bittiğinde
  критерії приймання|критерій приймання|критерії прийняття|критерій прийняття|критерії прийнятності|критерії прийому|умови приймання|готово коли|виконано коли|зроблено коли`;

/** Acceptance scenarios, acceptance tests, plain "acceptance" and success criteria. */
const FURTHER = `
  acceptance scenarios|acceptance scenario|acceptance tests|acceptance test|acceptance|success criteria|success criterion
  验收场景|验收测试|验收|成功标准|成功准则
  驗收場景|驗收情境|驗收測試|驗收|成功標準|成功準則
  受け入れシナリオ|受入れシナリオ|受入シナリオ|受け入れテスト|受入れテスト|受入テスト|受入試験|受け入れ|受入れ|受入|成功基準|成功条件
  인수 시나리오|인수시나리오|수락 시나리오|인수 테스트|인수테스트|수락 테스트|인수|수락|성공 기준|성공기준|성공 조건
  akzeptanzszenarien|akzeptanzszenario|abnahmeszenarien|akzeptanztests|akzeptanztest|abnahmetests|abnahmetest|akzeptanz|abnahme|erfolgskriterien|erfolgskriterium
  scénarios d acceptation|scénario d acceptation|tests d acceptation|test d acceptation|acceptation|critères de réussite|critères de succès|critère de réussite
  escenarios de aceptación|escenario de aceptación|pruebas de aceptación|aceptación|criterios de éxito|criterios de exito|criterio de éxito
  cenários de aceitação|cenário de aceitação|cenários de aceite|testes de aceitação|testes de aceite|aceitação|aceite|critérios de sucesso|critério de sucesso
  scenari di accettazione|scenario di accettazione|test di accettazione|accettazione|criteri di successo|criterio di successo
  acceptatiescenario s|acceptatiescenarios|acceptatiescenario|acceptatietests|acceptatietesten|acceptatietest|acceptatie|succescriteria|succescriterium
  scenariusze akceptacyjne|scenariusze akceptacji|testy akceptacyjne|testy akceptacji|akceptacja|kryteria sukcesu|kryterium sukcesu
  сценарии приёмки|сценарии приемки|приёмочные сценарии|приемочные сценарии|приёмочные тесты|приемочные тесты|тесты приёмки|тесты приемки|приёмка|приемка|критерии успеха|критерий успеха
  سيناريوهات القبول|اختبارات القبول|القبول|معايير النجاح
  kabul senaryoları|kabul senaryosu|kabul testleri|kabul testi|kabul|başarı kriterleri|başarı kriteri|başarı ölçütleri
  сценарії приймання|сценарії прийняття|приймальні сценарії|приймальні тести|тести приймання|приймання|критерії успіху|критерій успіху`;

/** Subsections that hold no criteria. */
const ASIDES =
  "notes|note|out of scope|non goals|non goal|nongoals|assumptions|assumption|open questions|references|definition of done";

/** Bounds the work for adversarial headings. */
const LONGEST = 200;

/** A trailing remark in brackets, with symbols around it. */
const REMARK = /[(（[［][^()（）[\]［］]*[)）\]］][^\p{L}]*$/u;
const ASCII = /^[\0-\x7f]*$/;

/** Returns the words in lower case, separated by single spaces, without numbers and symbols. */
function wordsIn(text: string): string {
  if (ASCII.test(text)) return (text.toLowerCase().match(/[a-z]+/g) ?? []).join(" ");
  // Unifies the Turkish dotted and dotless I.
  const words = text.normalize("NFKC").toLowerCase().replaceAll("i\u0307", "i").replaceAll("ı", "i");
  return (words.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).join(" ");
}

const namesIn = (table: string): ReadonlySet<string> =>
  new Set(
    table
      .split(/[|\n]/)
      .map((name) => wordsIn(name.trim()))
      .filter(Boolean),
  );

const primary = namesIn(PRIMARY);
const further = namesIn(FURTHER);
const asides = namesIn(ASIDES);

/** Pattern source for the primary names, for the flags `iu`. */
export const criteriaNames = `(?:${[...primary]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(" ", "[^\\p{L}\\p{N}]+"))
  .join("|")})`;

/** Prefixes of all names; rejects most headings cheaply. */
const BEGINS = new RegExp(
  `^[^\\p{L}]*(?:${[...new Set([...primary, ...further].map((name) => Array.from(name).slice(0, 3).join("")))].join("|")})`,
  "iu",
);

/** Returns the normalized name in a heading, without remark, case, numbers and symbols; "" if none. */
function nameOf(heading: string): string {
  const text = heading.trim();
  if (text === "" || text.length > LONGEST) return "";
  return wordsIn(/[)）\]］]/.test(text) ? text.replace(REMARK, "") : text);
}

/** "Acceptance criteria" and "Done when" are primary, in any language. */
export type Announcement = "primary" | "further";

/**
 * Returns how a heading or line announces criteria; null if it doesn't. Case, numbers, symbols, a colon and a
 * bracketed remark are ignored; other words are not.
 */
export function announcement(heading: string): Announcement | null {
  if (!BEGINS.test(ASCII.test(heading) ? heading : heading.normalize("NFKC"))) return null;
  const name = nameOf(heading);
  if (primary.has(name)) return "primary";
  return further.has(name) ? "further" : null;
}

export const announcesCriteria = (heading: string): boolean => announcement(heading) !== null;

/** Tests for a heading such as "Notes" that ends an unnumbered section. */
export const isAside = (heading: string): boolean => asides.has(nameOf(heading));

/** Tests for "Definition of done", which applies to every spec and is no criterion. */
export const isDefinitionOfDone = (heading: string): boolean => nameOf(heading) === "definition of done";

export const isFunctional = (heading: string): boolean =>
  /functional/i.test(heading) && nameOf(heading) === "functional requirements";

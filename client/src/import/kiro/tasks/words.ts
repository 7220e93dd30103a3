import { announcesCriteria, isDefinitionOfDone } from "../../../../../contract/src/criteria/names.ts";

/** Words for requirements in several languages. Lines with other words count if they hold only numbers. */
const requirement =
  "requirements?|reqs?|requisitos?|requerimientos?|exigences?|anforderung(?:en)?|requisiti|vereisten?|wymagania|требовани[ея]|yêu cầu|(?:機能|非機能)?(?:要件|要求(?:事項)?)|需求|요구\\s?사항|المتطلبات|متطلبات";
const every = "all|every|each|alle[ns]?|todos|todas|tous|toutes|tutti|全部|全て|すべて|全|所有|모든|جميع|كل";
const article = "(?:of\\s+)?(?:the|os|as|los|las|les|i|der|die|の)";

const onlyEvery = new RegExp(`^(?:${every})$`, "iu");
const everyRequirement = new RegExp(`^(?:${every})\\s*(?:${article}\\s*)?(?:${requirement})`, "iu");
const exception = /except|\bbut\b|without|außer|exce[pt]to|salvo|sauf|以外|除/iu;
const withRequirement = new RegExp(
  `(?:^|[\\s])(?:${requirement})$|^(?:\\p{L}{1,4})?(?:${requirement})$`,
  "iu",
);
const startOfRequirement = new RegExp(`^(?:${requirement})\\s*[:：]?\\s*`, "iu");

/** Words whose numbers mean something else: tasks, sizes, places. */
const other =
  /depend|dépend|abhäng|завис|依[赖賴存]|의존|تعتمد|block|after|before|needs|parallel|boundar|境界|边界|estimat|effort|size|cost|count|limit|level|aufwand|dauer|points?$|priorit|优先|優先|time|duration|hour|days?$|phase|stage|step|wave|sprint|milestone|tasks?$|任务|任務|タスク|propert|属性|design|设计|設計|leverage|prompt|file|version|status|complexity|owner|port$|line|date|test/iu;

/** Tests for a text that means every requirement. */
export const namesAll = (text: string) =>
  onlyEvery.test(text) || (everyRequirement.test(text) && !exception.test(text));

/** Tests for a label such as `Requirements` or `验证需求`. */
export const isRequirementWord = (label: string) => withRequirement.test(label);

/** Tests for a label known to mean something else. */
export const isOtherWord = (label: string) => other.test(label);

/** Strips a leading word for requirements: `Requirement 3` becomes `3`. */
export const withoutRequirementWord = (text: string) => text.replace(startOfRequirement, "");

/** The word "task" before a number, as in `Task 2.1: Title`. */
export const taskWord = "(?:task|tarea|tarefa|tâche|aufgabe|任务|任務|タスク|작업|مهمة)";

const taskHeading = new RegExp(`^[#\\s*_]*${taskWord}(?!\\p{L})`, "iu");

export const startsWithTaskWord = (heading: string) => taskHeading.test(heading);

const success =
  /^(?:success|definition\s+of\s+(?:done|success)|done|completion\s+criteria)(?![\p{L}\p{N}])/iu;

/** Tests for a heading that says when the whole is done, rather than how. */
export function isAboutSuccess(heading: string): boolean {
  const text = heading.replace(/^[#\s*_]+|[#\s*_]+$/gu, "");
  return announcesCriteria(text) || isDefinitionOfDone(text) || success.test(text);
}

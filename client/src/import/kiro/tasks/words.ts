/**
 * By these words tasks name requirements, in the languages of the requirements' own headings and a few more. A line
 * with another word counts too where it holds nothing but numbers.
 */
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

/** These words before a colon and numbers name something else: other tasks, sizes, places. */
const other =
  /depend|dépend|abhäng|завис|依[赖賴存]|의존|تعتمد|block|after|before|needs|parallel|boundar|境界|边界|estimat|effort|size|cost|count|limit|level|aufwand|dauer|points?$|priorit|优先|優先|time|duration|hour|days?$|phase|stage|step|wave|sprint|milestone|tasks?$|任务|任務|タスク|propert|属性|design|设计|設計|leverage|prompt|file|version|status|complexity|owner|port$|line|date|test/iu;

/** Returns true if a text says that every requirement is meant. */
export const namesAll = (text: string) =>
  onlyEvery.test(text) || (everyRequirement.test(text) && !exception.test(text));

/** Returns true if the words before a colon mean requirements, such as `Requirements` and `验证需求`. */
export const isRequirementWord = (label: string) => withRequirement.test(label);

/** Returns true if the words before a colon are known to mean something else than requirements. */
export const isOtherWord = (label: string) => other.test(label);

/** Removes a word for requirements from the beginning of a text: `Requirement 3` is `3`. */
export const withoutRequirementWord = (text: string) => text.replace(startOfRequirement, "");

/** This matches the word "task" before a number, as in `Task 2.1: Title`. */
export const taskWord = "(?:task|tarea|tarefa|tâche|aufgabe|任务|任務|タスク|작업|مهمة)";

const taskHeading = new RegExp(`^[#\\s*_]*${taskWord}(?!\\p{L})`, "iu");

/** Returns true if a heading begins with the word "task". */
export const startsWithTaskWord = (heading: string) => taskHeading.test(heading);

import type { TaskGroup, TaskList } from "../text/task-list.ts";

/** Tasks that are done together, by their indexes. */
export interface Phase {
  title: string;
  /** The number of its user story; null for work of all. */
  story: number | null;
  tasks: number[];
}

const PHASE = /^\W{0,3}(?:phase|フェーズ|阶段|階段|단계|fase|etapa)\s*\d/iu;
const STORY =
  /(?:user[ -]?story|\bus|用户故事|使用者故事|ユーザーストーリー|사용자 스토리|historia|história)\s*-?(\d+)/iu;

/** Groups tasks by the headings of phases; `storiesOf` are the stories that a task names. */
export function phasesOf(
  { tasks, groups }: TaskList,
  storiesOf: (task: number) => readonly number[],
): Phase[] {
  const level = phaseLevel(groups, new Set(tasks.map(({ group }) => group)));
  const phases = new Map<number, Phase>();
  for (const [index, { group }] of tasks.entries()) {
    let at = group;
    while (at > 0 && (groups[at]?.level ?? 0) > level) at--;
    const title = groups[at]?.title ?? "";
    const phase = phases.get(at) ?? { title, story: null, tasks: [] };
    phase.tasks.push(index);
    phases.set(at, phase);
  }
  for (const phase of phases.values()) phase.story = storyOf(phase, storiesOf);
  return [...phases.values()];
}

function phaseLevel(groups: readonly TaskGroup[], used: ReadonlySet<number>): number {
  const levels = (some: readonly TaskGroup[]) => some.map(({ level }) => level);
  const named = levels(groups.filter(({ title }) => PHASE.test(title)));
  const others = levels(groups.filter((_, index) => used.has(index)));
  return Math.min(...(named.length > 0 ? named : others), 6);
}

function storyOf({ title, tasks }: Phase, storiesOf: (task: number) => readonly number[]): number | null {
  const named = STORY.exec(title)?.[1];
  if (named !== undefined) return Number(named);
  const stories = new Set(tasks.flatMap((task) => (storiesOf(task).length === 0 ? [-1] : storiesOf(task))));
  const [only = -1] = stories;
  return stories.size === 1 && only >= 0 ? only : null;
}

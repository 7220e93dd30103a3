/** A grade from 1 to 5 and the codes of rules that lowered it. */
export type Judgement = { readonly grade: number; readonly reasons: readonly string[] };

/** A spec as judged by an engineer and by the rubric. */
export type Compared = { readonly id: string; readonly engineer: Judgement; readonly rubric: Judgement };

/** True positives, false positives and false negatives of a rule. */
export type RuleCount = { code: string; right: number; falseAlarms: number; misses: number };

/** Returns Cohen's kappa with quadratic weights: 1 for full agreement, 0 for chance. */
export function weightedKappa(pairs: readonly (readonly [number, number])[]): number {
  const mean = (value: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length;
  const observed = mean(([a, b]) => (a - b) ** 2);
  const byChance = mean(([a, b]) => a ** 2 + b ** 2) - 2 * mean(([a]) => a) * mean(([, b]) => b);
  return byChance === 0 ? 1 : 1 - observed / byChance;
}

/** Returns the kappa of grades, and of the labels Rough, Shaping and Ready. */
export function kappas(specs: readonly Compared[]): { grades: number; labels: number } {
  const label = (grade: number) => Math.min(Math.max(grade, 2), 4);
  return {
    grades: weightedKappa(specs.map(({ engineer, rubric }) => [engineer.grade, rubric.grade])),
    labels: weightedKappa(specs.map(({ engineer, rubric }) => [label(engineer.grade), label(rubric.grade)])),
  };
}

/** Returns counts of rules named by either side. */
export function ruleCounts(codes: readonly string[], specs: readonly Compared[]): RuleCount[] {
  const counts = [...new Set(codes)].map((code) => {
    const count = (by: boolean, of: boolean) =>
      specs.filter(
        ({ engineer, rubric }) =>
          rubric.reasons.includes(code) === by && engineer.reasons.includes(code) === of,
      ).length;
    return { code, right: count(true, true), falseAlarms: count(true, false), misses: count(false, true) };
  });
  return counts.filter(({ right, falseAlarms, misses }) => right + falseAlarms + misses > 0);
}

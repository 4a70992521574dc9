/** One line of the table: what was measured, against what, and what is wanted. */
export interface Result {
  readonly name: string
  readonly measured: string
  readonly target: string
  readonly reached: boolean
  /** Absolute figures of this machine and run, for orientation only. */
  readonly detail: string
  /** What takes most of the time; shown where the target is missed. */
  readonly dominatedBy?: string
}

export const printResults = (results: ReadonlyArray<Result>, about: string): string =>
  [
    "# Measurements",
    "",
    "`npm run bench` writes this file. Ratios are medians over alternating rounds of one run, with their range; the baseline is",
    "built and run beside the product. Absolute figures hold for one machine and one moment.",
    "",
    about,
    "",
    "| what | measured | target | reached | absolute figures |",
    "|---|---|---|---|---|",
    ...results.map(({ name, measured, target, reached, detail, dominatedBy }) => {
      const shown = reached || dominatedBy === undefined ? detail : `${detail}; most of it: ${dominatedBy}`
      return `| ${name} | ${measured} | ${target} | ${reached ? "yes" : "**no**"} | ${shown} |`
    }),
    ""
  ].join("\n")

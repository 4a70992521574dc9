/** One line of the table: what was measured, against what, and what is wanted. */
export interface Result {
  readonly name: string
  readonly measured: string
  readonly target: string
  readonly reached: boolean
  /** Absolute figures of this machine and run, for orientation only. */
  readonly detail: string
  /** The step that takes most of the time; shown where the target is missed. */
  readonly dominatedBy?: string
}

const head = `# Measurements

\`npm run bench\` writes this file, \`npm run bench -- <part>\` the table of that part only: each has the day and the machine of its
own last run. Ratios are medians over alternating rounds of one run, with their range; the baseline is built and run beside the
product. Absolute figures hold for one machine and one moment.
`

/** The table of one part. `about`: when and on what it was measured. */
export const printPart = (name: string, about: string, results: ReadonlyArray<Result>): string =>
  [
    `## ${name}`,
    "",
    about,
    "",
    "| what | measured | target | reached | absolute figures |",
    "|---|---|---|---|---|",
    ...results.map(({ name: what, measured, target, reached, detail, dominatedBy }) => {
      const shown = reached || dominatedBy === undefined ? detail : `${detail}; most of it: ${dominatedBy}`
      return `| ${what} | ${measured} | ${target} | ${reached ? "yes" : "**no**"} | ${shown} |`
    }),
    ""
  ].join("\n")

/** The printed parts of the file by their names. */
const partsOf = (file: string): Map<string, string> =>
  new Map(
    file
      .split(/^(?=## )/m)
      .filter((text) => text.startsWith("## "))
      .map((text) => [text.slice("## ".length, text.indexOf("\n")), text.trimEnd()] as const)
  )

/** The file with one part replaced, or added at its place. Parts that are not in `order` are left out. */
export const replacePart = (file: string, order: ReadonlyArray<string>, name: string, printed: string): string => {
  const parts = partsOf(file)
  parts.set(name, printed.trimEnd())
  const known = order.map((one) => parts.get(one)).filter((text) => text !== undefined)
  return `${[head.trimEnd(), ...known].join("\n\n")}\n`
}

/** A row that was measured again and differs less than this is not told from the noise of a machine. */
const worseFactor = 1.2

const firstNumber = (text: string): number => Number(/(?<![\w.])\d+(\.\d+)?/.exec(text)?.[0])

/**
 * A sentence for each row of a part that is worse than in the file. The first figure of a row counts; its target says which
 * way is better. Rows of the same name come in the same order.
 */
export const worseRows = (file: string, part: string, results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const lines = partsOf(file).get(part)?.split("\n") ?? []
  return results.flatMap(({ name, measured, target }) => {
    const start = `| ${name} | `
    const index = lines.findIndex((text) => text.startsWith(start))
    if (index === -1) return []
    const [line = ""] = lines.splice(index, 1)
    const [before = ""] = line.slice(start.length).split(" | ")
    const [old, now] = [firstNumber(before), firstNumber(measured)]
    const isWorse = target.startsWith("≥") ? now * worseFactor < old : /^[≤<]/.test(target) && now > old * worseFactor
    return isWorse ? [`${part}, ${name}: ${measured}, before ${before}`] : []
  })
}

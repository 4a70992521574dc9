import { fileURLToPath } from "node:url"
import { convertedFormats, convertProject, fateOf, features, wholeProject } from "./convert-project.ts"

/** The document that `printConversions` makes. */
export const conversionsFile = fileURLToPath(new URL("../../../../../docs/conversions.md", import.meta.url))

/** Lists what each format keeps, and each conversion from one format to another: found out by converting a project. */
export const printConversions = (): string => {
  const converted = convertedFormats.map((format) => ({
    format,
    alone: convertProject(wholeProject, format),
    order: convertProject(convertProject(wholeProject, format, true), format).order,
    orderInFile: convertProject(wholeProject, format, true).order
  }))
  const single = converted.map(({ format, alone, order, orderInFile }) => [
    `\`${format.format}\``,
    ...features.map((feature) => signOf[fateOf(feature, alone)]),
    order.join() === orderInFile.join() ? signOf.kept : signOf.lost
  ])
  const pairs = converted.map(({ format, alone }, index) => [
    `**${index + 1}** \`${format.format}\``,
    ...convertedFormats.map((target) => {
      const arrived = convertProject(alone, target)
      return features.map((feature) => letterOf(feature.letter, fateOf(feature, arrived))).join("")
    })
  ])
  return `${intro}
${table(["format", ...features.map(({ title }) => title), "order of the file"], single)}

## From one format to another

The project is exported in the format of the row and imported, exported in that of the column and imported. The cell has what is not as it
was in the project: a small letter where a warning said so on the way, a capital where none did. Formats have the same number as row and as column.

${features.map(({ letter, title }) => `\`${letter}\` ${title}`).join(" · ")}

${table(["from ↓ to →", ...converted.map((_, index) => String(index + 1))], pairs)}
`
}

const signOf = { kept: "yes", told: "warned", lost: "no" } as const

const letterOf = (letter: string, fate: keyof typeof signOf): string =>
  fate === "kept" ? "" : fate === "told" ? letter : letter.toUpperCase()

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const intro = `# What conversions keep

Made by converting one project; a test does it again. To renew the file:
\`npm run exec node packages/formats/src/testing/conversion/print-conversions.ts\`.

## Each format by itself

The Czech texts of one project are exported in the format, in ICU where it can be chosen, and imported again. \`yes\`: it came back as it was; \`warned\`: it did
not, and a warning of the key said so; \`no\`: it did not, and nothing says so, because the format has no place for it.
`

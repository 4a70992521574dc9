import type { ChangelogEntry } from "./changelog-entry.ts"
import { introduction, topics } from "./topic.ts"

const title = "# Changelog\n"

/** The text of one version, in Markdown, without its heading. Entries keep their order within new things and corrections. */
export const writeNotes = (entries: ReadonlyArray<ChangelogEntry>): string => {
  const ofTopic = (name: string) => entries.filter(({ topic }) => topic === name)
  const sections = Object.entries(topics).flatMap(([name, heading]) => {
    const found = ofTopic(name)
    if (found.length === 0) return []
    const ordered = [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)]
    return [`### ${heading}\n\n${ordered.map(({ text }) => asListItem(text)).join("\n")}`]
  })
  return [...ofTopic(introduction).map(({ text }) => text), ...sections].join("\n\n")
}

/** A text that is a list of its own becomes items of the list around it. */
const asListItem = (text: string): string => {
  if (text.startsWith("- ")) return text
  const [first = "", ...rest] = text.split("\n")
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")
}

/** `changelog` with a version on top. Fails when it has that version. `date`: ISO 8601, a day. */
export const addVersion = (
  changelog: string,
  { version, date, notes }: { readonly version: string; readonly date: string; readonly notes: string }
): string => {
  if (!changelog.startsWith(title)) throw new Error(`CHANGELOG.md begins with "${title.trim()}".`)
  if (notesOf(changelog, version) !== null) throw new Error(`CHANGELOG.md has a version ${version} already.`)
  return `${title}\n## ${version} (${date})\n\n${notes}\n${changelog.slice(title.length)}`
}

/** Returns the section of a version in the changelog, without its heading; null: there is none. */
export const notesOf = (changelog: string, version: string): string | null => {
  const section = changelog
    .split(/^## /m)
    .find((one) => one.startsWith(`${version} `) || one.startsWith(`${version}\n`))
  return section === undefined ? null : section.slice(section.indexOf("\n")).trim()
}

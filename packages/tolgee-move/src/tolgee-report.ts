import { describeFinding, type MoveFinding, type MoveOutcome, type TakenKind } from "@dragoman/domain/tolgee"

export interface MoveReport {
  readonly url: string
  readonly isResumed: boolean
  readonly outcome: MoveOutcome
}

/** Number of lines about one kind of finding; JSON has all of them. */
const placesShown = 10

/** Prints for people what was moved, and what could not be. */
export const printMove = ({ url, isResumed, outcome }: MoveReport): string => {
  const { counts, findings } = outcome
  const lines = (Object.keys(names) as ReadonlyArray<TakenKind>).flatMap((kind) => {
    const count = counts[kind]
    if (count === undefined) return []
    const { added, changed, unchanged } = count
    const rest = [changed > 0 ? `${changed} changed` : "", unchanged > 0 ? `${unchanged} as before` : ""]
    return [`  ${names[kind].padEnd(26)}${added} new${rest.map((text) => (text === "" ? "" : `, ${text}`)).join("")}`]
  })
  const isNothing = Object.values(counts).every(({ added, changed }) => added + changed === 0)
  const first = isNothing
    ? `There is nothing to do: all of ${url} is here already.`
    : `Moved from ${url}${isResumed ? ", continuing where the last run ended" : ""}:`
  return [first, ...lines, ...printFindings(findings)].join("\n")
}

const printFindings = (findings: ReadonlyArray<MoveFinding>): ReadonlyArray<string> => {
  if (findings.length === 0) return ["Everything was taken."]
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  return [
    "Not taken as it was:",
    ...[...byKind.values()].flatMap((some) => {
      const [first] = some
      if (first === undefined) return []
      const { what, why, todo } = describeFinding(first)
      const places = some
        .slice(0, placesShown)
        .map(({ where, detail }) => `    ${where}${detail === null ? "" : ` (${detail})`}`)
      const rest = some.length - places.length
      return [`  ${what}: ${why} ${todo}`, ...places, ...(rest > 0 ? [`    and ${rest} more`] : [])]
    })
  ]
}

const names: Readonly<Record<TakenKind, string>> = {
  user: "users",
  login: "logins",
  organization: "organizations",
  role: "roles in organizations",
  invitation: "invitations",
  project: "projects",
  permission: "direct permissions",
  language: "languages",
  namespace: "namespaces",
  branch: "branches",
  key: "keys",
  customValues: "keys with other values",
  codeReference: "keys with code references",
  comment: "comments",
  suggestion: "suggestions",
  task: "tasks",
  label: "labels",
  screenshot: "screenshots",
  revision: "entries of the history",
  webhook: "webhooks",
  contentDelivery: "content deliveries",
  projectApiKey: "project API keys",
  personalAccessToken: "personal access tokens",
  memory: "translation memories",
  memoryEntry: "entries of memories",
  memoryUnit: "unit ids of entries",
  ignoredIssue: "ignored issues of checks",
  machineTranslation: "machine translation",
  prompt: "prompts",
  translationNote: "notes for models",
  glossary: "glossaries",
  glossaryTerm: "terms of glossaries"
}

/** Makes the facts for JSON. */
export const moveFacts = ({ url, isResumed, outcome }: MoveReport) => ({
  url,
  isResumed,
  taken: outcome.counts,
  notTaken: outcome.findings.map(describeFinding)
})

export interface SourceSummary {
  readonly url: string
  /** Number of users; null: the token does not show them. */
  readonly users: number | null
  readonly organizations: number
  readonly projects: ReadonlyArray<{ readonly name: string; readonly keys: number; readonly revisions: number }>
  readonly isKnown: boolean
}

/** Prints for people what there is to be moved. */
export const printSummary = ({ url, users, organizations, projects, isKnown }: SourceSummary): string =>
  [
    `${url} has ${users === null ? "users that this token does not list" : `${users} users`}, ${organizations} organizations and ${projects.length} projects:`,
    ...projects.map(({ name, keys, revisions }) => `  ${name}: ${keys} keys, ${revisions} entries of the history`),
    isKnown
      ? "A move from there was begun before: it would take only what is new or has changed. Nothing was changed."
      : "Nothing was changed."
  ].join("\n")

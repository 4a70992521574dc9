import type { AdministeredUserRow } from "@dragoman/store"

const columns: ReadonlyArray<readonly [title: string, value: (user: AdministeredUserRow) => string]> = [
  ["USER NAME", ({ username }) => username],
  ["NAME", ({ name }) => name],
  ["ROLE", ({ serverRole }) => serverRole],
  ["STATE", ({ isDisabled }) => (isDisabled ? "disabled" : "active")],
  ["LAST ACTIVITY", ({ lastActivity }) => (lastActivity === null ? "none" : dayOf(lastActivity))]
]

/** Prints a table of accounts for people, without a line end. */
export const printUsers = (users: ReadonlyArray<AdministeredUserRow>): string => {
  if (users.length === 0) return "There is no such user."
  const lines = [
    columns.map(([title]) => title),
    ...users.map((user) => columns.map(([, value]) => plain(value(user))))
  ]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** Removes control characters, which names of users could bring to the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, " ")

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

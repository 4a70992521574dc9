import { commandVariables } from "@dragoman/settings/command-variables"
import type { MoveOptions } from "@dragoman/tolgee-move"
import { readOptionWords } from "../option-words.ts"

export interface TolgeeOptions extends MoveOptions {
  readonly dryRun: boolean
}

export type TolgeeArguments =
  | {
      readonly options: TolgeeOptions
      readonly json: boolean
      /** Flags of settings, without `--`. */
      readonly flags: Readonly<Record<string, string>>
    }
  | { readonly help: string }
  | { readonly problem: string }

const options = {
  url: { type: "string" },
  token: { type: "string" },
  "token-file": { type: "string" },
  "tolgee-database-url": { type: "string" },
  "tolgee-database-url-file": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  "without-history": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads a file; null: it cannot be read. */
  readonly readFile: (path: string) => string | null
}

const seeHelp = "`dragoman migrate-from-tolgee --help` lists the options."

/** Parses the words after `migrate-from-tolgee`. No problem repeats a token or an address of a database. */
export const readTolgeeArguments = (words: ReadonlyArray<string>, surroundings: Surroundings): TolgeeArguments => {
  const written = readOptionWords("migrate-from-tolgee", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: tolgeeHelp }
  if (positionals.length > 0) return { problem: `There is a word that is no option. ${seeHelp}` }
  const url = values.url ?? surroundings.environment[commandVariables.tolgeeUrl]
  if (url === undefined) return { problem: `Which server of Tolgee? Write --url URL. ${seeHelp}` }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return { problem: "--url is not the address of a server: it begins with http:// or https://." }
  }
  const token = secretOf("token", commandVariables.tolgeeToken, values.token, values["token-file"], surroundings)
  if (typeof token === "object" && token !== null) return token
  if (token === null) {
    return { problem: `Which token? Set DRAGOMAN_TOLGEE_TOKEN, or write --token-file FILE. ${seeHelp}` }
  }
  const databaseUrl = secretOf(
    "tolgee-database-url",
    commandVariables.tolgeeDatabaseUrl,
    values["tolgee-database-url"],
    values["tolgee-database-url-file"],
    surroundings
  )
  if (typeof databaseUrl === "object" && databaseUrl !== null) return databaseUrl
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    return {
      problem: "--tolgee-database-url is not the address of a PostgreSQL database: postgres://user:password@host/name."
    }
  }
  return {
    options: {
      url: url.replace(/\/+$/, ""),
      token,
      databaseUrl,
      dryRun: values["dry-run"],
      withHistory: !values["without-history"]
    },
    json: values.json,
    flags
  }
}

/**
 * Reads the value of a flag, of the file that another flag names, of a variable, or of the file that a variable names;
 * null: none.
 */
const secretOf = (
  name: string,
  variable: string,
  given: string | undefined,
  file: string | undefined,
  { environment, readFile }: Surroundings
): string | null | { readonly problem: string } => {
  if (given !== undefined && file !== undefined) return { problem: `Write --${name} or --${name}-file, not both.` }
  if (given !== undefined) return given
  const path = file ?? (environment[variable] === undefined ? environment[`${variable}_FILE`] : undefined)
  if (path === undefined) return environment[variable] || null
  const content = readFile(path)?.trim()
  return content === undefined || content === "" ? { problem: `${path} cannot be read, or is empty.` } : content
}

const tolgeeHelp = `dragoman migrate-from-tolgee --url URL --token-file FILE

Moves the users, organizations and projects of a server of Tolgee into the database of this one. Stop this server first;
the server of Tolgee runs. A move that was interrupted continues when the command is run again, and
a later run takes only what is new or has changed. Nothing is changed on the server of Tolgee.

  --url URL             address of the server of Tolgee, also DRAGOMAN_TOLGEE_URL
  --token TOKEN         access token of an administrator, also DRAGOMAN_TOLGEE_TOKEN; a personal access token works
                        with less: the report says what is missing
  --token-file FILE     a file that contains it, also DRAGOMAN_TOLGEE_TOKEN_FILE: other users of the machine see
                        the words of a command
  --tolgee-database-url URL
                        postgres://user:password@host/name of Tolgee's own database, from which passwords, keys,
                        tokens and webhook secrets are taken, also DRAGOMAN_TOLGEE_DATABASE_URL
  --tolgee-database-url-file FILE
                        a file that contains it, also DRAGOMAN_TOLGEE_DATABASE_URL_FILE
  --without-history     leaves out the history of projects
  --dry-run             says what there is, and changes nothing
  --json                prints the report as one line of JSON, also on a terminal

The settings of the server say into which database, such as --config, --data-dir and --database-url.
docs/moving-from-tolgee.md has all steps.
`

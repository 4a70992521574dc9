import { flagOf, settingFieldsOf, settingTable, variableOf } from "@dragoman/settings"

/** What `dragoman --help` prints: commands, and every setting with its default. */
export const help = (): string =>
  [
    "Dragoman, a localization server that speaks Tolgee's /v2 API.",
    "",
    "  dragoman serve          runs the server",
    "  dragoman config         prints each setting, its value and where it came from",
    "  dragoman openapi        prints the description of the HTTP API",
    "  dragoman backup FILE    copies the database to a new file, while the server runs",
    "  dragoman restore FILE   puts a backup in the place of a database that is not there",
    "  dragoman rotate-encryption-key",
    "                          encrypts stored secrets under the first of two keys, while servers run",
    "  dragoman --version      prints the version",
    "",
    "Settings are flags or environment variables, the flag first. Each has a form with -file or _FILE",
    "at the end that names a file with the value.",
    "",
    ...settingFieldsOf("server").flatMap((field) => {
      const { meaning, default: value, defaultMeaning } = settingTable[field]
      const given = typeof value === "string" ? value : "none"
      return [
        `  ${`--${flagOf(field)}`.padEnd(24)}${variableOf(field)}`,
        `      ${meaning} (default: ${defaultMeaning ?? given})`
      ]
    }),
    ""
  ].join("\n")

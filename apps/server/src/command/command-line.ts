import { parseArgs } from "node:util"
import { nearestName, settingFlagOptions, settingsHelp, unknownFlags } from "@dragoman/settings"

type CommandName =
  | "serve"
  | "config"
  | "config schema"
  | "openapi"
  | "backup"
  | "backup verify"
  | "backup list"
  | "backup fetch"
  | "restore"
  | "rotate-encryption-key"
  | "mail"
  | "health"
  | "help"
  | "version"

/** Commands that take no settings and come first; each reads its own words. */
const commandsWithoutSettings = { lint: "FILE…", plan: "FILE…", apply: "PLAN", pull: "FOLDER", context: "export FILE" }

/** Commands that also come first, and take settings among their own options. */
const commandsWithOptions = {
  user: "user list",
  migrate: "migrate status",
  partition: "partition status",
  rollback: "rollback",
  doctor: "doctor",
  images: "images move --to s3",
  copy: "copy --from DATABASE --to DATABASE",
  "translate-eval": "translate-eval PROJECT --service SERVICES --languages TAGS",
  "migrate-from-tolgee": "migrate-from-tolgee --url URL --token-file FILE"
}

export type Arguments =
  | {
      readonly command: CommandName
      /**
       * The file of a backup; the action of `backup`, the address of `mail`, the URL of `health`, the command of
       * `help`.
       */
      readonly file: string
      /** Name of the backup to fetch. */
      readonly name?: string
      /** Flags without `--`; null: given without a value. */
      readonly flags: Readonly<Record<string, string | null>>
    }
  | { readonly problem: string }

const commands: ReadonlyArray<CommandName> = [
  "serve",
  "config",
  "openapi",
  "backup",
  "restore",
  "rotate-encryption-key",
  "mail",
  "health",
  "help",
  "version"
]

/** Parses the words after the program's name. `readSettings` checks the flags. */
export const readArguments = (words: ReadonlyArray<string>): Arguments => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: {
      ...settingFlagOptions("server"),
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" }
    }
  })
  const { help, version, ...others } = values
  const flags = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, typeof value === "string" ? value : null])
  )
  if (help === true) return { command: "help", file: positionals[0] ?? "", flags }
  if (version === true) return { command: "version", file: "", flags }
  // Flags are checked before other words: the value of a mistyped flag is among them.
  const [unknown] = unknownFlags("server", flags)
  if (unknown !== undefined) return { problem: unknown }
  const [word = "help", file = "", ...more] = positionals
  const command = commands.find((name) => name === word)
  if (Object.hasOwn(commandsWithOptions, word)) {
    const example = commandsWithOptions[word as keyof typeof commandsWithOptions]
    return { problem: `\`${word}\` comes first: dragoman ${example}` }
  }
  if (Object.hasOwn(commandsWithoutSettings, word)) {
    const takes = commandsWithoutSettings[word as keyof typeof commandsWithoutSettings]
    return { problem: `\`${word}\` comes first and takes no settings: dragoman ${word} ${takes}` }
  }
  if (command === undefined) {
    const nearest = nearestName(word, [
      ...commands,
      ...Object.keys(commandsWithoutSettings),
      ...Object.keys(commandsWithOptions)
    ])
    return {
      problem: `${word} is not a command.${nearest === null ? " `dragoman --help` lists them all." : ` Do you mean ${nearest}?`}`
    }
  }
  if (command === "mail") {
    const [address] = more
    return file === "test" && address !== undefined && more.length === 1
      ? { command, file: address, flags }
      : { problem: "Send a mail to whom? Write: dragoman mail test ADDRESS" }
  }
  if (command === "backup" && ["verify", "list", "fetch"].includes(file)) return readBackupAction(file, more, flags)
  if (command === "config" && file === "schema" && more.length === 0)
    return { command: "config schema", file: "", flags }
  const takesFile = command === "backup" || command === "restore"
  if (takesFile && file === "") return { problem: `Which file? Write: dragoman ${command} FILE` }
  const surplus = takesFile || command === "health" || command === "help" ? more[0] : positionals[1]
  if (surplus !== undefined)
    return { problem: `What does ${surplus} mean? \`dragoman --help\` shows what can be written.` }
  return { command, file, flags }
}

/** Reads an action of `backup` besides making one. A file of such a name is written as `./verify`. */
const readBackupAction = (
  action: string,
  words: ReadonlyArray<string>,
  flags: Readonly<Record<string, string | null>>
): Arguments => {
  const [first = "", second = ""] = words
  switch (action) {
    case "list":
      return words.length === 0
        ? { command: "backup list", file: "", flags }
        : { problem: "`backup list` takes no other words." }
    case "fetch":
      return words.length === 2
        ? { command: "backup fetch", name: first, file: second, flags }
        : { problem: "Which backup, and into which file? Write: dragoman backup fetch NAME FILE" }
    default:
      return words.length === 1
        ? { command: "backup verify", file: first, flags }
        : { problem: "Which file? Write: dragoman backup verify FILE" }
  }
}

/** Each way to write a command, with its meaning. */
const usages: ReadonlyArray<readonly [usage: string, meaning: string]> = [
  ["serve", "runs the server"],
  ["serve --ephemeral", "runs a server for tests, whose data ends with it; `dragoman serve --ephemeral --help`"],
  ["config", "prints each setting, its value and where it came from"],
  ["config schema", "prints a JSON schema of the configuration file, for editors"],
  ["openapi", "prints the description of the HTTP API"],
  ["lint FILE…", "checks translation files without a server; `dragoman lint --help` has its options"],
  ["plan FILE…", "shows what importing files into a project of a server would do; `dragoman plan --help`"],
  ["apply PLAN", "applies such a plan; `dragoman apply --help`"],
  ["pull FOLDER", "writes the texts of a project of a server into files; `dragoman pull --help`"],
  ["context …", "exports keys with their context, imports descriptions; `dragoman context --help`"],
  ["user …", "lists, creates and changes accounts, for an operator who cannot log in; `dragoman user --help`"],
  ["backup FILE", "copies the database to a new file, while the server runs"],
  ["backup verify FILE", "reads a backup from end to end, and says whether it is as it was made"],
  ["backup list", "lists the scheduled backups, in their folder and in the bucket"],
  ["backup fetch NAME FILE", "downloads such a backup from the bucket"],
  ["restore FILE", "puts a backup in the place of a database that is not there"],
  ["doctor", "examines a server for its operator, and says what to do; `dragoman doctor --help`"],
  ["migrate …", "shows and changes the version of the schema, forwards and back; `dragoman migrate --help`"],
  ["partition …", "divides the largest tables of a PostgreSQL database, and joins them; `dragoman partition --help`"],
  ["rollback", "puts the database back as it was before the last change of its schema"],
  ["images move --to s3|database", "moves images to a bucket and back, while servers run; `dragoman images --help`"],
  [
    "copy --from DATABASE --to DATABASE",
    "copies a whole database to an empty one, also from SQLite to PostgreSQL and back; `dragoman copy --help`"
  ],
  [
    "migrate-from-tolgee --url URL --token-file FILE",
    "moves users, projects and texts of a server of Tolgee into the database; `dragoman migrate-from-tolgee --help`"
  ],
  [
    "translate-eval PROJECT --service SERVICES --languages TAGS",
    "translates reviewed texts again and compares services of machine translation; `dragoman translate-eval --help`"
  ],
  ["rotate-encryption-key", "encrypts stored secrets under the first of two keys, while servers run"],
  ["mail test ADDRESS", "sends a mail to the address, and says what is wrong with the mail server"],
  [
    "health",
    "asks the running server whether it takes requests, for containers; `dragoman health URL` asks another one"
  ],
  ["--version", "prints the version"]
]

/** Where the meanings begin; a longer usage has a line of its own. */
const usageWidth = 24

const printUsage = ([usage, meaning]: readonly [usage: string, meaning: string]): string => {
  const words = `  dragoman ${usage}`
  return words.length + 2 <= usageWidth + 2
    ? `${words.padEnd(usageWidth + 2)}${meaning}`
    : `${words}\n${"".padEnd(usageWidth + 2)}${meaning}`
}

/**
 * Prints the output of `dragoman --help`: the commands, and every setting with its default. For one command: the ways
 * to write it.
 */
export const help = (command = ""): string => {
  const own = usages.filter(([usage]) => usage.split(" ", 1)[0] === command)
  if (own.length > 0) {
    return [
      ...own.map(printUsage),
      "",
      "Settings are flags, environment variables or names in a configuration file (--config): `dragoman --help` lists them,",
      "`dragoman config` prints those that count.",
      ""
    ].join("\n")
  }
  return [
    "Dragoman, a localization server that speaks Tolgee's /v2 API.",
    "",
    ...usages.map(printUsage),
    "",
    "Settings are flags, environment variables or names in a configuration file, and count in this order. Each has",
    "a form with -file or _FILE at the end that names a file with the value.",
    "",
    ...settingsHelp("server"),
    ""
  ].join("\n")
}

import { readOptionWords } from "../option-words.ts"

export type DoctorArguments =
  | {
      readonly json: boolean
      /** Flags of settings, without `--`. */
      readonly flags: Readonly<Record<string, string>>
    }
  | { readonly problem: string }
  | { readonly help: string }

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

/** Parses the words of a command line that begins with `doctor`. */
export const readDoctorArguments = (words: ReadonlyArray<string>): DoctorArguments => {
  const written = readOptionWords("doctor", words, options)
  if ("problem" in written) return written
  const { values, positionals, flags } = written
  if (values.help) return { help: doctorHelp }
  const surplus = positionals[1]
  return surplus === undefined
    ? { json: values.json, flags }
    : { problem: `What does ${surplus} mean? \`dragoman doctor --help\` lists the options.` }
}

const doctorHelp = `dragoman doctor: examines a server for its operator, and says what to do. It changes nothing.

It looks at settings, the database and its schema, disks, clocks, names, the mail server, services of machine translation,
the proxy, accounts, webhooks and backups, beside a server that runs or without one. Run it as the user of the server, with
the same settings. It resolves names, logs in to the mail server, and asks the services whether they accept the keys, for
5 seconds at most; it sends no mail, no webhook and no text.

  --json                  prints one line of JSON (default when the output is no terminal)
  --data-dir, --database-url and other settings: as \`dragoman serve\`, also as variables

Exit status: 0 no error was found, 1 an error was found, 2 wrong usage. docs/operations.md has all findings.
`

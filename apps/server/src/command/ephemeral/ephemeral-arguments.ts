import { orProblem } from "@dragoman/cli/or-problem"
import { classifyAddress } from "@dragoman/domain/network"
import { readOptionWords } from "../option-words.ts"

export type EphemeralArguments =
  | {
      /** Flags of settings, without `--`. */
      readonly flags: Readonly<Record<string, string>>
      /** The file that describes users, projects and texts; null: the server starts empty. */
      readonly seed: string | null
    }
  | { readonly problem: string }
  | { readonly help: string }

/** The administrator and the key of every ephemeral server. Nothing is secret about them: the server listens on this machine only. */
export const ephemeralUser = { username: "admin", password: "ephemeral", apiKey: "tgpat_ephemeral" } as const

/** Settings of an ephemeral server that have another default. */
const defaultFlags = {
  host: "127.0.0.1",
  port: "0",
  "admin-username": ephemeralUser.username,
  "admin-password": ephemeralUser.password,
  "demo-project": "off",
  "rate-limits": "off",
  "access-log": "off",
  "log-format": "json",
  "log-level": "warn",
  "webhook-allow": "127.0.0.0/8,::1,localhost",
  "drain-seconds": "0",
  "shutdown-timeout-ms": "1000"
}

/** Settings that an ephemeral server decides itself. */
const fixedFlags = ["data-dir", "database-url", "admin-username", "admin-password", "config"]

/** Parses the words after `serve`. */
export const readEphemeralArguments = (words: ReadonlyArray<string>): EphemeralArguments =>
  orProblem("serve --ephemeral", () => {
    const read = readOptionWords("serve --ephemeral", words, {
      ephemeral: { type: "boolean" },
      seed: { type: "string" },
      help: { type: "boolean", short: "h" }
    })
    if ("problem" in read) return read
    const { values, positionals, flags: given } = read
    if (values.help === true) return { help: ephemeralHelp }
    if (values.ephemeral !== true) throw new TypeError("--seed needs --ephemeral: other servers keep their data")
    if (positionals[0] !== undefined) throw new TypeError(`The meaning of ${positionals[0]} is not known`)
    const fixed = Object.keys(given).find((name) => fixedFlags.includes(name.replace(/-file$/, "")))
    if (fixed !== undefined) throw new TypeError(`--${fixed} is not for ephemeral servers, which decide it themselves`)
    const flags = { ...defaultFlags, ...given }
    if (!isLoopback(flags.host)) {
      throw new TypeError(`--host ${flags.host} is not of this machine alone: everyone knows the key of this server`)
    }
    return { flags, seed: values.seed ?? null }
  })

const isLoopback = (host: string): boolean => host === "localhost" || classifyAddress(host) === "loopback"

const ephemeralHelp = `dragoman serve --ephemeral: runs a server for tests, whose data ends with it.

  --seed FILE             users, projects and texts to begin with, in YAML or JSON: docs/ephemeral.md
  --port PORT             default: any free port
  --host HOST             only of this machine (default: 127.0.0.1)

The first line of standard output is JSON with the address and a key, printed when the server takes requests. Other settings are
flags, as for \`dragoman serve\`; variables and configuration files do not count.
`

import type { SettingValues } from "../platform/settings/settings.ts"
import { programVersion } from "./program.ts"

export interface Started {
  readonly at: Date
  readonly settings: SettingValues
  /** The one that is listened on: the setting may have been 0. */
  readonly port: number
  /** What the first start made; null on every later one. `password`: only when it was generated. */
  readonly first: { readonly username: string; readonly password: string | null } | null
  /** Where the generated password of the first administrator still lies. */
  readonly passwordFile: string | null
}

/** What a person needs next, as text without a line break at the end: lines on a terminal, one line of JSON else. */
export const announcement = (started: Started): string =>
  started.settings.logFormat === "json" ? asJson(started) : asLines(started)

const asJson = ({ at, settings, port, first, passwordFile }: Started): string =>
  JSON.stringify({
    time: at.toISOString(),
    level: "info",
    message: "Dragoman is ready.",
    version: programVersion,
    address: addressOf(settings, port),
    ...(passwordFile === null ? {} : { passwordFile }),
    // Lines of JSON are collected and kept: a password is not for them, the file has it.
    ...(first === null ? {} : { username: first.username })
  })

const asLines = ({ settings, port, first, passwordFile }: Started): string => {
  const address = addressOf(settings, port)
  const lines = [`Dragoman ${programVersion} is ready: ${address}`]
  if (first === null) {
    if (passwordFile !== null) lines.push(`The first administrator's password is in ${passwordFile}`)
    return lines.join("\n")
  }
  return [
    "",
    ...lines,
    "",
    `  user      ${first.username}`,
    ...(first.password === null
      ? ["  password  as you set it"]
      : [`  password  ${first.password}`, `            kept in ${passwordFile} until you change it`]),
    "",
    "Try it:",
    "",
    ...commands(address, first).map((line) => `  ${line}`),
    ""
  ].join("\n")
}

/**
 * Log in, list projects, ask whether the server is well: for a shell, in this order. A password that was set is asked for:
 * it is not ours to print, and the shell that these lines are typed into need not know where it was set.
 */
const commands = (address: string, first: NonNullable<Started["first"]>): ReadonlyArray<string> => {
  const username = JSON.stringify(first.username)
  const logIn = `curl -s ${quoted(`${address}/api/public/generatetoken`)} -H 'Content-Type: application/json' -d`
  const takeToken = `sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/'`
  const rest = [
    `curl -s ${quoted(`${address}/v2/projects`)} -H "Authorization: Bearer $TOKEN"`,
    `curl -s ${quoted(`${address}/health/ready`)}`
  ]
  if (first.password !== null) {
    const body = quoted(`{"username":${username},"password":${JSON.stringify(first.password)}}`)
    return [`TOKEN=$(${logIn} ${body} | ${takeToken})`, ...rest]
  }
  const escaped = `printf %s "$PASSWORD" | sed 's/["\\\\]/\\\\&/g'`
  const body = `{ printf %s ${quoted(`{"username":${username},"password":"`)}; ${escaped}; printf '"}'; }`
  return [
    "printf 'Password: '; stty -echo; IFS= read -r PASSWORD; stty echo",
    `TOKEN=$(${body} | ${logIn} @- | ${takeToken})`,
    ...rest
  ]
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** An address that works on this machine. */
const addressOf = ({ host }: SettingValues, port: number): string => {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

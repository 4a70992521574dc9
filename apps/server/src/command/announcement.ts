import { programCommit } from "@dragoman/monitoring/program-commit"
import { programVersion } from "../platform/program-version.ts"
import type { SettingValues } from "../platform/settings/settings.ts"

export interface Started {
  readonly at: Date
  readonly settings: SettingValues
  /** Port of the socket: the setting may be 0. */
  readonly port: number
  /** The administrator that the first start created; null on every later start. `password`: only if it was generated. */
  readonly first: { readonly username: string; readonly password: string | null } | null
  /** The file with the generated password of the first administrator; null: it was removed. */
  readonly passwordFile: string | null
}

/**
 * Prints the next steps for a person, without a final line break: lines for the log format `pretty`, else one line of
 * JSON.
 */
export const announcement = (started: Started): string =>
  started.settings.logFormat === "json" ? asJson(started) : asLines(started)

const asJson = ({ at, settings, port, first, passwordFile }: Started): string =>
  JSON.stringify({
    time: at.toISOString(),
    level: "info",
    message: "Dragoman is ready.",
    version: programVersion,
    ...(programCommit === null ? {} : { commit: programCommit }),
    address: addressOf(settings, port),
    ...(passwordFile === null ? {} : { passwordFile }),
    // Logs are stored, so they contain no password; the file contains it.
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
 * Prints shell commands that log in, list projects and check the health of the server. They prompt for a password from
 * the settings, which is never printed.
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

/** Returns an address of the server that works on this machine. */
export const addressOf = ({ host }: SettingValues, port: number): string => {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`
}

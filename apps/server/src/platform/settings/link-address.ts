import type { SettingValues } from "./settings.ts"

/**
 * Returns the start of links in mails, and of those that administrators pass on, without a slash at the end. It never
 * depends on a request: a client could lead the reader of a mail to another server (ADR 43). Without a public URL in
 * the settings the links work on the machine of the server.
 */
export const linkAddress = ({ publicUrl, host, port }: Pick<SettingValues, "publicUrl" | "host" | "port">): string => {
  if (publicUrl !== null) return publicUrl
  const isEverywhere = host === "0.0.0.0" || host === "::"
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

import { classifyAddress, mayUsePort, parseEndpointUrl } from "@dragoman/domain/network"

/** A hint about a URL while it is typed. */
export type EndpointHint =
  /** The server will not take it. */
  | "invalid"
  /** The server takes it only when `DRAGOMAN_WEBHOOK_ALLOW` names it. */
  | "private"
  /** The server takes it only when `DRAGOMAN_WEBHOOK_PORTS` names it. */
  | "port"
  /** Bodies would be readable on their way. */
  | "plain"

const defaultPorts = { ranges: null } as const

/** Returns a hint by the domain's rules for texts and addresses; null: there is none. */
export const endpointHint = (text: string): EndpointHint | null => {
  const parsed = parseEndpointUrl(text)
  if (!parsed.ok) return "invalid"
  const { host, port } = parsed.value
  const addressClass = classifyAddress(host)
  const isName = addressClass === "not-an-address"
  if (isName ? /(^|\.)localhost$/.test(host) : addressClass !== "public") return "private"
  if (!mayUsePort(port, defaultPorts)) return "port"
  return text.toLowerCase().startsWith("https:") ? null : "plain"
}

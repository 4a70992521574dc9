import { domainError, fieldErrors } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"

/** Source: docs/reference/limits.md#webhooks. */
export const endpointUrlMaxLength = 255

/** An address that may be saved as far as its text goes; whether its host may be reached is another question. */
export interface EndpointUrl {
  /** Exactly as it was given; stored and requested like this. */
  readonly text: string
  /** Lower case; an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

/** Characters that RFC 3986 does not have, and percent signs without two hexadecimal digits. */
const notInUrls = /[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]|%(?![0-9A-Fa-f]{2})/
/** Hosts as names or literal addresses; no underscore, no dot at the end. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
const canonicalIpv4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/
/** A last label that is a number: browsers and resolvers read it as an IPv4 address in another notation. */
const numericLastLabel = /(^|\.)(\d+|0x[0-9a-f]*)$/i

/**
 * The textual rules for the address of a webhook: 400 for more than `maxLength` characters, then `url_not_valid` for everything
 * that is not a plain absolute http or https URL. Notations that other programs would read as another host (`127.1`,
 * `0x7f.0.0.1`, `http:/host`) are invalid rather than repaired.
 * Source: docs/reference/webhooks.md#addresses.
 */
export const parseEndpointUrl = (text: string, maxLength = endpointUrlMaxLength): Validated<EndpointUrl> => {
  if (text.length > maxLength) {
    return invalid(fieldErrors({ url: `size must be between 0 and ${maxLength}` }))
  }
  const host = hostOf(text)
  return host === null ? invalid(domainError("url_not_valid")) : valid({ text, host, port: portOf(new URL(text)) })
}

const portOf = ({ port, protocol }: URL): number => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port))

const hostOf = (text: string): string | null => {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? []
  const url = URL.parse(text)
  if (authority === undefined || url === null || notInUrls.test(text)) return null
  const written = authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "")
  if (written.startsWith("[")) return written.includes("%") ? null : url.hostname.slice(1, -1)
  const isPlain = hostName.test(written) && (canonicalIpv4.test(written) || !numericLastLabel.test(written))
  return isPlain ? url.hostname : null
}

const urlParts = /^(https?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is

/**
 * The URL of a webhook for readers without the right to send to it: scheme and host. Path, query and credentials are masked,
 * because with many services they are the whole secret. A masked URL stays as it is.
 */
export const maskEndpointUrl = (url: string): string => {
  const parts = urlParts.exec(url)
  if (parts === null) return "***"
  const [, scheme = "", credentials, host = "", rest = ""] = parts
  return `${scheme}${credentials === undefined ? "" : "***@"}${host}${rest === "" || rest === "/" ? rest : "/***"}`
}

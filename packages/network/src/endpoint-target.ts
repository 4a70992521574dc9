/** The parsed target of requests. */
export interface EndpointTarget {
  readonly isTls: boolean
  /** The host for resolvers and connections: lower case, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  /** Scheme, host and port; the source of the `Host` header. */
  readonly origin: string
  /** Path and query exactly as stored, never encoded again. Source: docs/reference/webhooks.md#addresses. */
  readonly path: string
  /** Value of the `Authorization` header from the credentials in the URL; null without any. */
  readonly authorization: string | null
}

/** The part behind the authority, up to the fragment. */
const behindAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i

/** Parses a stored URL; null: it is no absolute http or https URL. */
export const parseEndpointTarget = (text: string): EndpointTarget | null => {
  const url = URL.parse(text)
  const rest = behindAuthority.exec(text)?.[1]
  if (url === null || rest === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  const isTls = url.protocol === "https:"
  return {
    isTls,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    origin: url.origin,
    path: rest.startsWith("/") ? rest : `/${rest}`,
    authorization: url.username === "" && url.password === "" ? null : basicAuthorization(url)
  }
}

const basicAuthorization = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${percentDecode(username)}:${percentDecode(password)}`, "utf8").toString("base64")}`

/** Decodes percent signs; a stray one stays as it is. */
const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

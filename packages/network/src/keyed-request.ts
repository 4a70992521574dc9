/** Size of a response: no list or file of a server is longer. */
const responseBytesMax = 256 * 1_024 * 1_024

interface KeyedRequest {
  readonly method?: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: FormData
  /** Time limit; without one, a response may take as long as an import does. */
  readonly timeoutMillis?: number
  readonly bytesMax?: number
}

export interface KeyedResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** Target of a redirect; null: the response is none. */
  readonly redirectsTo: string | null
}

/** There was no usable response. */
export interface NoResponse {
  readonly reason: string
  /** Whether another attempt would fail in the same way. */
  readonly isFinal: boolean
}

/**
 * Sends a request with a key or token of the user. Every command does it here, because no redirect is followed: it could lead to
 * another server, which would get the key.
 */
export const requestWithKey = async (
  address: string,
  { method = "GET", headers, body, timeoutMillis, bytesMax = responseBytesMax }: KeyedRequest
): Promise<KeyedResponse | NoResponse> => {
  try {
    const response = await fetch(address, {
      method,
      headers,
      redirect: "manual",
      ...(body && { body }),
      ...(timeoutMillis !== undefined && { signal: AbortSignal.timeout(timeoutMillis) })
    })
    const bytes = await readBytes(response, bytesMax)
    if (bytes === null) return { reason: `a response of more than ${bytesMax} bytes`, isFinal: true }
    return { status: response.status, headers: response.headers, bytes, redirectsTo: redirectOf(address, response) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? String("code" in cause ? cause.code : cause.message) : String(cause)
    return { reason, isFinal: false }
  }
}

/** Reads a body up to its limit; null: it is longer. */
const readBytes = async (response: Response, bytesMax: number): Promise<Uint8Array | null> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  // Leaving the loop cancels the response.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const redirectOf = (address: string, { status, headers }: Response): string | null => {
  const location = headers.get("location")
  if (status < 300 || status > 399 || location === null) return null
  // The address is shown without the parts that may be secret.
  return URL.canParse(location, address) ? new URL(location, address).origin : "an unknown address"
}

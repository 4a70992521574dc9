import paths from "virtual:api-paths"
import { ApiError, readApiError } from "./api-error.ts"
import type { EndpointName, GroupName, Request, Response } from "./contract.ts"
import { requestAddress } from "./request-address.ts"

/** Who is asked when the server wants to know the user again; resolves once the request can be repeated, rejects when it cannot. */
export interface Interruptions {
  readonly sessionEnded: () => Promise<void>
  readonly passwordNeeded: () => Promise<void>
}

let interruptions: Interruptions | null = null

/** Set once by the session, whose dialogs they are. */
export const onInterruptions = (handler: Interruptions): void => {
  interruptions = handler
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** true: a 401 is the caller's to handle, as at the first question who is logged in. */
  readonly withoutDialogs?: boolean
}

interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
}

/** The session cookie counts only beside this header, which a page of another origin cannot send. */
export const consoleHeader = { "x-dragoman-console": "1" } as const

/** Longest wait that happens without a word: a longer one is an error that names the time. */
const silentWaitMaxMillis = 10_000

/** Calls an endpoint of the contract by group and name; fails with an `ApiError`. */
export const call = async <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  request: Request<G, N>,
  options: CallOptions = {}
): Promise<Response<G, N>> => {
  const { params, query, payload } = request as AnyRequest
  const [method, address] = endpointAddress(group, name, { params, query } as AnyRequest)
  const response = await send(
    address,
    {
      method,
      headers: payload === undefined ? {} : { "content-type": "application/json" },
      body: payload === undefined ? null : JSON.stringify(payload)
    },
    options
  )
  const text = await response.text()
  return (text === "" ? undefined : JSON.parse(text)) as Response<G, N>
}

/** The body of a response as lines, as they come: streams of JSON lines and of events. */
export const streamLines = async function* <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  request: AnyRequest,
  options: CallOptions = {}
): AsyncGenerator<string> {
  const [method, address] = endpointAddress(group, name, request)
  const { body } = await send(address, { method }, options)
  if (body === null) return
  let rest = ""
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  if (rest !== "") yield rest
}

/** The address of an endpoint, for links and downloads. */
export const endpointAddress = (group: string, name: string, request: AnyRequest): readonly [string, string] => {
  const endpoint = paths[group]?.[name]
  if (endpoint === undefined) throw new Error(`The contract has no endpoint ${group}.${name}.`)
  const [method, path] = endpoint
  return [method, requestAddress(path, request.params, request.query)]
}

const send = (address: string, init: RequestInit, options: CallOptions): Promise<globalThis.Response> =>
  withInterruptions(async () => {
    const response = await fetchOrOffline(address, init, options)
    if (response.ok) return response
    throw readApiError(response.status, response.headers.get("x-request-id"), await response.text())
  }, options)

/**
 * Makes a request with the session. It is repeated after a new login, after the password was entered again, and once after a
 * short wait for a rate limit.
 */
export const withInterruptions = async <A>(
  request: () => Promise<A>,
  options: CallOptions = {},
  hasWaited = false
): Promise<A> => {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const asks = options.withoutDialogs === true ? null : interruptions
    if (error.code === "rate_limited" && !hasWaited && error.retryAfterMillis <= silentWaitMaxMillis) {
      await waitFor(error.retryAfterMillis, options.signal)
      return withInterruptions(request, options, true)
    }
    if (error.status === 401 && asks !== null) await asks.sessionEnded()
    else if (error.code === "expired_super_jwt_token" && asks !== null) await asks.passwordNeeded()
    else throw error
    return withInterruptions(request, options, hasWaited)
  }
}

const fetchOrOffline = async (address: string, init: RequestInit, { signal }: CallOptions) => {
  try {
    return await fetch(address, {
      ...init,
      headers: { ...consoleHeader, accept: "application/json", ...(init.headers as Record<string, string>) },
      credentials: "same-origin",
      redirect: "error",
      signal: signal ?? null
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause
    throw new ApiError({ status: 0, code: "offline" })
  }
}

const waitFor = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

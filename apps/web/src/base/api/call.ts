import paths, { projectPath } from "virtual:api-paths"
import { ApiError, readApiError } from "./api-error.ts"
import { callerHeaders } from "./caller.ts"
import type { EndpointName, GroupName, Request, Response } from "./contract.ts"
import { loadSentences } from "./error-sentences.ts"
import { type CallOptions, withInterruptions } from "./interruptions.ts"
import { noteUnreachable } from "./reachability.ts"
import { requestAddress } from "./request-address.ts"

interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly payload?: unknown
}

/** Calls an endpoint of the contract by group and name; fails with an `ApiError`. */
export const call = async <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  request: Request<G, N>,
  options: CallOptions = {}
): Promise<Response<G, N>> => {
  const [method, address] = endpointAddress(group, name, request as AnyRequest)
  const response = await send(address, { method, ...jsonBody(request as AnyRequest) }, options)
  const text = await response.text()
  const isJson = text !== "" && response.headers.get("content-type")?.startsWith("text/plain") !== true
  return (isJson ? JSON.parse(text) : text || undefined) as Response<G, N>
}

/** The body of a response as lines, as they come: streams of JSON lines and of events. */
export const streamLines = async function* <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  request: AnyRequest,
  options: CallOptions = {}
): AsyncGenerator<string> {
  const [method, address] = endpointAddress(group, name, request)
  const { body } = await send(address, { method, ...jsonBody(request) }, options)
  if (body === null) return
  let rest = ""
  for await (const text of body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    yield* lines
  }
  if (rest !== "") yield rest
}

/** The body of a response as a file, with the name that the server gives it. */
export const readFile = async <const G extends GroupName, const N extends EndpointName<G>>(
  group: G,
  name: N,
  request: AnyRequest,
  options: CallOptions = {}
): Promise<{ readonly name: string | null; readonly content: Blob }> => {
  const [method, address] = endpointAddress(group, name, request)
  const { headers, ...body } = jsonBody(request)
  const response = await send(address, { method, headers: { ...headers, accept: "*/*" }, ...body }, options)
  const disposition = response.headers.get("content-disposition") ?? ""
  return { name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? null, content: await response.blob() }
}

/** The address of an endpoint, for links and downloads. */
export const endpointAddress = (group: string, name: string, request: AnyRequest): readonly [string, string] => {
  const endpoint = paths[group]?.[name]
  if (endpoint === undefined) throw new Error(`The contract has no endpoint ${group}.${name}.`)
  const [method = "", path = ""] = endpoint.split(" ")
  return [method, requestAddress(path.replace("~", projectPath), request.params, request.query)]
}

const jsonBody = ({ payload }: AnyRequest): { readonly headers?: Record<string, string>; readonly body?: string } =>
  payload === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(payload) }

const send = (address: string, init: RequestInit, options: CallOptions): Promise<globalThis.Response> =>
  withInterruptions(async () => {
    const response = await fetchOrOffline(address, init, options)
    if (response.ok) return response
    const [body] = await Promise.all([response.text(), loadSentences()])
    const error = readApiError(response.status, response.headers.get("x-request-id"), body)
    if (error.isOffline) noteUnreachable()
    throw error
  }, options)

const fetchOrOffline = async (address: string, init: RequestInit, { signal }: CallOptions) => {
  try {
    return await fetch(address, {
      ...init,
      headers: { ...callerHeaders(), accept: "application/json", ...(init.headers as Record<string, string>) },
      credentials: "same-origin",
      redirect: "error",
      signal: signal ?? null
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause
    noteUnreachable()
    throw new ApiError({ status: 0, code: "offline" })
  }
}

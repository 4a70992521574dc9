import { Context, Effect, Option } from "effect"
import type { InProcessRequest, InProcessResponse } from "../../platform/http/in-process-request.ts"
import { failureOfResponse, type ToolFailure } from "./tool-failure.ts"

/** The client whose message calls a tool. */
export interface McpCaller {
  readonly send: (request: InProcessRequest) => Effect.Effect<InProcessResponse>
  /** Credential and user agent of the client. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly remoteAddress: Option.Option<string>
}

/** The default is for no message at all: tools run only while one is handled. */
export const CurrentMcpCaller = Context.Reference<McpCaller>("@dragoman/server/mcp/CurrentMcpCaller", {
  defaultValue: () => ({
    send: () => Effect.die("No MCP message is being handled"),
    headers: {},
    remoteAddress: Option.none()
  })
})

/** Values of a query; undefined and null are left out, lists repeat the parameter. */
type Query = Readonly<Record<string, string | number | ReadonlyArray<string | number> | null | undefined>>

const send = <Shape>(
  method: InProcessRequest["method"],
  path: string,
  query: Query,
  body: unknown
): Effect.Effect<Shape, ToolFailure> =>
  Effect.gen(function* () {
    const caller = yield* CurrentMcpCaller
    const response = yield* caller.send({
      method,
      url: `${path}${printQuery(query)}`,
      headers: { ...caller.headers, "content-type": body === undefined ? undefined : "application/json" },
      remoteAddress: caller.remoteAddress,
      body: body === undefined ? null : JSON.stringify(body)
    })
    if (response.status >= 300) return yield* Effect.fail(failureOfResponse(response))
    // The server wrote the response by the schema of the contract.
    return (response.text === "" ? {} : JSON.parse(response.text)) as Shape
  })

/** Calls the API as the client of the message; `Shape` is that of the response. */
export const api = {
  get: <Shape>(path: string, query: Query = {}) => send<Shape>("GET", path, query, undefined),
  post: <Shape>(path: string, body: unknown, query: Query = {}) => send<Shape>("POST", path, query, body),
  put: <Shape>(path: string, body: unknown, query: Query = {}) => send<Shape>("PUT", path, query, body),
  delete: (path: string, body?: unknown) => send<object>("DELETE", path, {}, body)
}

/** Path of a project; without an id, the project of the API key. */
export const projectPath = ({ projectId }: { readonly projectId?: number | undefined }): string =>
  `/v2/projects/${projectId ?? "-"}`

const printQuery = (query: Query): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    for (const entry of Array.isArray(value) ? value : [value]) params.append(name, String(entry))
  }
  return params.size === 0 ? "" : `?${params}`
}

import { type ApiError, Authorization, requires, user } from "@dragoman/api"
import { Effect, Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { failWith } from "../platform/fail.ts"
import { apiErrorResponse } from "../platform/http/api-error-response.ts"
import { inProcessClient } from "../platform/http/in-process-request.ts"
import { CurrentRequestFacts } from "../platform/http/routes.ts"
import { Settings } from "../platform/settings/settings.ts"
import { CurrentMcpCaller } from "./tool/call-api.ts"

const path = "/mcp/developer"

/** Carries the requirement: the endpoint speaks JSON-RPC, so it is no part of the contract. */
const endpoint = HttpApiEndpoint.post("handleMessage", path).pipe(requires(user({ credentials: ["PAT", "PAK"] })))

/** The authorization reads the endpoint only. */
const group = HttpApiGroup.make("mcp") as unknown as HttpApiGroup.Top

/** Headers of a message that the protocol reads. */
const protocolHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"]

/** Headers of the API that a tool takes over from its message. */
const clientHeaders = ["authorization", "x-api-key", "user-agent", "host"]

const pick = (headers: Readonly<Record<string, string | undefined>>, names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, headers[name]]))

/** Any other value than false counts: a misspelled one must not open the writing tools. */
const isReadOnly = (value: unknown): boolean => value !== undefined && value !== "false"

/** Serves the Model Context Protocol: its messages call tools, and each tool calls the API as the client (ADR 137). */
export const layerMcpRoutes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const authorization = yield* Authorization
    const scope = yield* Scope.Scope
    const { publicUrl } = yield* Settings
    const ownOrigin = publicUrl === null ? null : new URL(publicUrl).origin
    const send = inProcessClient(router)
    // Loaded by the first message: the schemas of the protocol would delay each start.
    const handlers = yield* Effect.cached(
      Effect.promise(() => import("./mcp-messages.ts")).pipe(
        Effect.flatMap(({ makeMcpHandlers }) => makeMcpHandlers),
        Scope.provide(scope),
        Effect.uninterruptible
      )
    )
    const respond = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, readOnly: boolean) {
      const tools = yield* handlers
      const { status, headers, text } = yield* Effect.provideService(
        (readOnly ? tools.readOnly : tools.all)({
          headers: pick(request.headers, protocolHeaders),
          text: yield* request.text
        }),
        CurrentMcpCaller,
        { send, headers: pick(request.headers, clientHeaders), remoteAddress: request.remoteAddress }
      )
      const { "content-type": contentType, allow } = headers
      return text === ""
        ? HttpServerResponse.empty({ status, headers: allow === undefined ? {} : { allow } })
        : HttpServerResponse.text(text, { status, ...(contentType === undefined ? {} : { contentType }) })
    })
    yield* router.add("POST", path, (request) =>
      Effect.gen(function* () {
        const { origin } = request.headers
        // A page of another site must not reach a server in the network of its visitor. Source: MCP 2025-11-25, Transports.
        if (origin !== undefined && origin !== ownOrigin) return yield* failWith("operation_not_permitted")
        const { readOnly } = yield* HttpServerRequest.ParsedSearchParams
        return yield* authorization(Effect.orDie(respond(request, isReadOnly(readOnly))), { endpoint, group }).pipe(
          // A key in the address does not count: the tools take it from the headers alone.
          Effect.provideService(HttpServerRequest.ParsedSearchParams, {})
        )
      }).pipe(Effect.catch((error) => Effect.succeed(apiErrorResponse(error as ApiError))))
    )
    // The server sends no messages of its own, and has no sessions that a client could end.
    for (const method of ["GET", "DELETE", "PUT", "PATCH"] as const) {
      yield* router.add(
        method,
        path,
        Effect.map(CurrentRequestFacts, (facts) => {
          facts.route = path
          return HttpServerResponse.empty({ status: 405, headers: { allow: "POST" } })
        })
      )
    }
  })
)

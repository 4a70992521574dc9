import { Api } from "@dragoman/api"
import { Context, Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { credentialHeaders, type TestCredential } from "./send.ts"
import { TestServer } from "./test-server.ts"

const CurrentCredential = Context.Reference<TestCredential>("@dragoman/server/testing/CurrentCredential", {
  defaultValue: () => null
})

const makeClient = (baseUrl: string) =>
  HttpApiClient.make(Api, {
    baseUrl,
    transformClient: HttpClient.mapRequestEffect((request) =>
      Effect.map(CurrentCredential, (credential) => withCredential(request, credential))
    )
  })

const withCredential = (request: HttpClientRequest.HttpClientRequest, credential: TestCredential) =>
  HttpClientRequest.setHeaders(request, credentialHeaders(credential))

type Client = Effect.Success<ReturnType<typeof makeClient>>

/** One for each server: making it takes longer than most requests. */
const clients = new WeakMap<object, Client>()

/**
 * The typed client of the contract, with an access token, an API key or nothing: `client.language.list({ params, query })`.
 * For tests of what is answered; `send` is for what is on the wire, like the exact body of an error.
 */
export const clientOf = Effect.fnUntraced(function* (credential: TestCredential) {
  const server = yield* TestServer
  const client = clients.get(server) ?? (yield* makeClient(server.baseUrl))
  clients.set(server, client)
  return mapMethods(client, (call) => Effect.provideService(call, CurrentCredential, credential))
})

type Call = Effect.Effect<unknown, unknown, unknown>
type Methods = Readonly<Record<string, (request: unknown) => Call>>

const mapMethods = (client: Client, change: (call: Call) => Call): Client => {
  const changeGroup = (methods: Methods): Methods =>
    mapValues(methods, (method) => (request: unknown) => change(method(request)))
  return mapValues(client as never, changeGroup) as never
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

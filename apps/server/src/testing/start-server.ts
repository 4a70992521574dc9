import { Context, Effect, Layer, Scope } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"
import { send, type TestCredential } from "./send.ts"
import { layerTestServer, TestServer } from "./test-server.ts"

/** One more server on a PostgreSQL database, with everything of its own; it stops with the scope. */
export const startServer = Effect.fnUntraced(function* (url: string, change: Partial<SettingValues> = {}) {
  const memoMap = yield* Layer.makeMemoMap
  const scope = yield* Effect.acquireRelease(Scope.make(), (made, exit) => Scope.close(made, exit))
  const server = layerTestServer({ webhookDispatcher: "external", ...change, database: { engine: "postgres", url } })
  const services = yield* Layer.buildWithMemoMap(server, memoMap, scope)
  return { services, baseUrl: Context.get(services, TestServer).baseUrl }
})

/** Sends like `send`, to one of several servers. */
export const sendTo = (baseUrl: string, credential: TestCredential, method: string, path: string, body?: unknown) =>
  Effect.provideService(send(credential, method, path, body), TestServer, { baseUrl, dataDir: "" })

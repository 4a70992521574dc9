import { Context, Effect, Layer } from "effect"
import type { SettingValues } from "../platform/settings/settings.ts"
import { type LocalProvider, localClient, startOidcProvider, visitProvider } from "./oidc-provider.ts"
import { send } from "./send.ts"
import { layerTestServer, TestServer } from "./test-server.ts"
import { layerTestServerPostgres } from "./test-server-postgres.ts"

export class TestProvider extends Context.Service<TestProvider, LocalProvider>()(
  "@dragoman/server/testing/TestProvider"
) {}

const layerTestProvider = Layer.effect(
  TestProvider,
  Effect.acquireRelease(
    Effect.promise(() => startOidcProvider()),
    (provider) => Effect.promise(() => provider.stop())
  )
)

const makeServer = { SQLite: layerTestServer, PostgreSQL: layerTestServerPostgres }

/** A server whose settings name the local provider. */
export const layerServerWithProvider = (
  engine: keyof typeof makeServer,
  settings: (provider: LocalProvider) => Partial<SettingValues>
) =>
  Layer.unwrap(Effect.map(TestProvider, (provider) => makeServer[engine](settings(provider)))).pipe(
    Layer.provideMerge(layerTestProvider)
  )

/** The settings of the generic provider. */
export const genericSettings = ({ issuer }: LocalProvider): Partial<SettingValues> => ({
  oauth2ClientId: localClient.id,
  oauth2ClientSecret: localClient.secret,
  oauth2Issuer: issuer,
  registration: "open"
})

const consoleHeader = { "x-dragoman-console": "1" }

/** A request of the console; `cookies` is what the browser keeps, and changes with the response. */
export const browse = Effect.fnUntraced(function* (
  cookies: Map<string, string>,
  method: string,
  path: string,
  body?: unknown
) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async () => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...consoleHeader,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      body: body === undefined ? null : JSON.stringify(body)
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: (text === "" ? "" : JSON.parse(text)) as never }
  })
})

interface ConsoleSignIn {
  readonly service?: "github" | "google" | "oauth2" | "sso"
  readonly login: string
  /** Body of the start. */
  readonly body?: object
  readonly cookies?: Map<string, string>
}

/** A login of the console as far as the provider's response. */
export const startInConsole = Effect.fnUntraced(function* ({
  service = "oauth2",
  login,
  body = {},
  cookies = new Map()
}: ConsoleSignIn) {
  const started = yield* browse(cookies, "POST", `/v2/console/session/sign-in/${service}`, body)
  if (started.status !== 200) return { started, cookies, response: null }
  const { redirectUrl } = started.body as { readonly redirectUrl: string }
  const callback = yield* Effect.promise(() => visitProvider(redirectUrl, login))
  const { code, state, iss, error } = Object.fromEntries(callback.searchParams)
  return { started, cookies, redirectUrl, response: { code, state, issuer: iss, error } }
})

/** A whole login of the console. */
export const signInToConsole = Effect.fnUntraced(function* (request: ConsoleSignIn) {
  const { started, cookies, response } = yield* startInConsole(request)
  if (response === null) return { ...started, cookies }
  const finished = yield* browse(
    cookies,
    "POST",
    `/v2/console/session/sign-in/${request.service ?? "oauth2"}/finish`,
    response
  )
  return { ...finished, cookies }
})

/** The access token of the original's login: the browser goes to the provider by itself, and passes on the code. */
export const signInByCode = Effect.fnUntraced(function* (options: {
  readonly login: string
  readonly query?: Readonly<Record<string, string>>
  readonly accessToken?: string
}) {
  const provider = yield* TestProvider
  const redirectUri = "http://localhost:9/login/auth_callback/oauth2"
  const url = new URL(`${provider.issuer}/auth`)
  const parameters = {
    client_id: localClient.id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: "of-the-browser"
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const callback = yield* Effect.promise(() => visitProvider(url.href, options.login))
  const query = new URLSearchParams({
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: redirectUri,
    ...options.query
  })
  const credential = options.accessToken === undefined ? null : { accessToken: options.accessToken }
  return yield* send(credential, "GET", `/api/public/authorize_oauth/oauth2?${query}`)
})

import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair } from "jose"
import Provider from "oidc-provider"

/** Claims of a person; `sub` is the name of the login. */
export type LocalPerson = Readonly<Record<string, unknown>>

/** A provider of OpenID Connect on the loopback interface: the real protocol, with the pages of `oidc-provider`. */
export interface LocalProvider {
  readonly issuer: string
  /** By the name with which they log in; nobody else can. */
  readonly people: Map<string, LocalPerson>
  /** Bodies that came to the token endpoint, the oldest first. */
  readonly tokenRequests: Array<string>
  /** Makes every request fail with 503 while it is true. */
  setDown: (isDown: boolean) => void
  /** The refresh tokens of a person end: the provider does not vouch for the person any more. */
  readonly forget: (login: string) => void
  readonly stop: () => Promise<void>
}

export const localClient = { id: "dragoman", secret: "a-secret-of-the-local-provider" }

/** Starts it on a free port. Any redirect URI is accepted: servers of tests have ports of their own. */
export const startOidcProvider = async (): Promise<LocalProvider> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, LocalPerson>()
  const forgotten = new Set<string>()
  const tokenRequests: Array<string> = []
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: localClient.id,
        client_secret: localClient.secret,
        redirect_uris: ["http://127.0.0.1/login/auth_callback/oauth2"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post"
      }
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "local" }] },
    cookies: { keys: ["local-provider-cookies"] },
    // Clients of the original's web application send no challenge; those that do are held to it.
    pkce: { required: () => false },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "groups", "hd"]
    },
    conformIdTokenClaims: false,
    issueRefreshToken: (_, client, code) =>
      Promise.resolve(client.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access")),
    findAccount: (_, sub) => {
      const person = people.get(sub)
      if (person === undefined || forgotten.has(sub)) return undefined
      return { accountId: sub, claims: () => Promise.resolve({ sub, ...person }) }
    }
  })
  provider.Client.prototype.redirectUriAllowed = () => true
  let isDown = false
  const handle = provider.callback()
  server.on("request", (request, response) => {
    if (request.url === "/token") {
      const index = tokenRequests.push("") - 1
      request.on("data", (chunk: Buffer) => {
        tokenRequests[index] += chunk.toString("utf8")
      })
    }
    if (!isDown) void handle(request, response)
    else response.writeHead(503, { "content-type": "text/plain" }).end("down")
  })
  return {
    issuer,
    people,
    tokenRequests,
    setDown: (down) => {
      isDown = down
    },
    forget: (login) => {
      forgotten.add(login)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

/** Enough for the pages of one login. */
const pagesMax = 12

/**
 * Goes through the pages of the provider as a browser would: logs in by name, agrees, and stops at the address outside of
 * the provider to which it is sent.
 */
export const visitProvider = async (start: string, login: string): Promise<URL> => {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  let next: { readonly url: string; readonly form: URLSearchParams | null } = { url: start, form: null }
  for (let page = 0; page < pagesMax; page++) {
    const response = await fetch(next.url, {
      method: next.form === null ? "GET" : "POST",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      body: next.form,
      redirect: "manual"
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get("location")
    const body = await response.text()
    if (location !== null) {
      const url = new URL(location, next.url)
      if (url.origin !== origin) return url
      next = { url: url.href, form: null }
      continue
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(body)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(body)?.[1]
    if (action === undefined || prompt === undefined) throw new Error(`The provider shows: ${body.slice(0, 2000)}`)
    const fields = prompt === "login" ? { prompt, login, password: "any" } : { prompt }
    next = { url: new URL(action, next.url).href, form: new URLSearchParams(fields) }
  }
  throw new Error("The provider has too many pages.")
}

import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import Provider from "oidc-provider"

/** A provider of OpenID Connect on the loopback interface, with the pages of `oidc-provider`. */
export interface LocalProvider {
  readonly issuer: string
  /** Users by the name with which they log in. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  readonly stop: () => Promise<void>
}

export const localClient = { id: "dragoman", secret: "a-secret-of-the-local-provider" }

/** Any redirect URI is accepted: servers of tests have ports of their own. */
export const startLocalProvider = async (): Promise<LocalProvider> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people: LocalProvider["people"] = new Map()
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: localClient.id,
        client_secret: localClient.secret,
        redirect_uris: ["http://127.0.0.1/login/auth_callback/oauth2"],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post"
      }
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "local" }] as never },
    cookies: { keys: ["local-provider-cookies"] },
    // The console always sends a challenge.
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => Promise.resolve({ sub, ...person }) }
    }
  })
  provider.Client.prototype.redirectUriAllowed = () => true
  const handle = provider.callback()
  server.on("request", (request, response) => void handle(request, response))
  return {
    issuer,
    people,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

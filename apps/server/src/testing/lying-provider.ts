import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { localClient } from "./oidc-provider.ts"

/** How the next token response differs from an honest one. */
export interface Lie {
  /** In place of the claims of an honest ID token. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signed by a key that the provider does not publish. */
  readonly forged?: boolean
  /** No signature at all. */
  readonly unsigned?: boolean
  /** The whole response of the token endpoint. */
  readonly response?: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  /** The token endpoint never answers. */
  readonly silent?: boolean
}

/** A provider on the loopback interface that says what a test wants. */
export interface LyingProvider {
  readonly issuer: string
  /** Sets the lie of the next exchange, and of those after it. */
  tell: (lie: Lie) => void
  /** Requests to the token endpoint, the last one first. */
  readonly exchanges: Array<URLSearchParams>
  /** A code, as the browser would get one for this address. */
  readonly authorize: (redirectUrl: string) => string
  readonly stop: () => Promise<void>
}

export const startLyingProvider = async (): Promise<LyingProvider> => {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [published, other] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")])
  const jwk = { ...(await exportJWK(published.publicKey)), kid: "published", use: "sig", alg: "RS256" }
  const nonceByCode = new Map<string, string | null>()
  const exchanges: Array<URLSearchParams> = []
  let lie: Lie = {}

  const idToken = async (code: string): Promise<string> => {
    const nonce = nonceByCode.get(code) ?? null
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: localClient.id,
      sub: "liar",
      email: "liar@example.com",
      email_verified: true,
      iat: now,
      exp: now + 60,
      ...(nonce === null ? {} : { nonce }),
      ...lie.claims
    }
    if (lie.unsigned === true) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
      return `${part({ alg: "none" })}.${part(claims)}.`
    }
    const key = lie.forged === true ? other.privateKey : published.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "published" }).sign(key)
  }

  const respond = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ""
    for await (const chunk of request) text += String(chunk)
    const form = new URLSearchParams(text)
    exchanges.unshift(form)
    if (lie.silent === true) return
    if (lie.response !== undefined) {
      const { status, body, headers = { "content-type": "application/json" } } = lie.response
      response.writeHead(status, headers).end(body)
      return
    }
    respond(response, {
      access_token: "an-access-token",
      token_type: "Bearer",
      expires_in: 60,
      id_token: await idToken(form.get("code") ?? "")
    })
  }

  server.on("request", (request, response) => {
    switch (request.url) {
      case "/.well-known/openid-configuration":
        return respond(response, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          code_challenge_methods_supported: ["S256"]
        })
      case "/keys":
        return respond(response, { keys: [jwk] })
      case "/token":
        return void token(request, response)
      default:
        return response.writeHead(404).end()
    }
  })
  return {
    issuer,
    tell: (next) => {
      lie = next
    },
    exchanges,
    authorize: (redirectUrl) => {
      const code = `code-${nonceByCode.size}`
      nonceByCode.set(code, new URL(redirectUrl).searchParams.get("nonce"))
      return code
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

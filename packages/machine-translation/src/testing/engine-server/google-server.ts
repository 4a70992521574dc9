import { createPublicKey, generateKeyPairSync, randomUUID, verify } from "node:crypto"
import { engineLanguages } from "@dragoman/domain/machine-translation"
import { includesTag, type Reply, readJson, type ServerProtocol, type Translating, textsOf } from "./server-protocol.ts"

const apiKey = "AIza-google-key-7d21"

/** `reason` is in both lists of Google: of its first API and of newer ones. */
const failed = (code: number, status: string, reason: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, status, errors: [{ message, domain: "global", reason }] } }
})

const rateLimited = failed(429, "RESOURCE_EXHAUSTED", "rateLimitExceeded", "Quota exceeded for quota metric.")
const unavailable = failed(503, "UNAVAILABLE", "backendError", "The service is currently unavailable.")
const notFound = failed(404, "NOT_FOUND", "notFound", "Not found.")

/** Texts of HTML come back with entities for quotes and apostrophes, outside of tags. */
const translateHtml = (text: string, targetTag: string, { translate }: Translating): string =>
  translate(text, targetTag).replace(/<[^<>]*>|['"]/g, (part) =>
    part === "'" ? "&#39;" : part === '"' ? "&quot;" : part
  )

interface Asked {
  readonly texts: ReadonlyArray<string>
  readonly isHtml: boolean
  readonly source: unknown
  readonly target: unknown
}

const respondTo = (
  { texts, isHtml, source, target }: Asked,
  translating: Translating,
  limits: { readonly texts: number; readonly codePoints: number }
): Reply | ReadonlyArray<{ readonly translatedText: string }> => {
  const { sources, targets } = engineLanguages.GOOGLE
  if (texts.length > limits.texts) return failed(400, "INVALID_ARGUMENT", "invalid", "Too many text segments")
  if (texts.reduce((sum, text) => sum + [...text].length, 0) > limits.codePoints) {
    return failed(400, "INVALID_ARGUMENT", "invalid", "Text is too long.")
  }
  if (typeof source !== "string" || typeof target !== "string")
    return failed(400, "INVALID_ARGUMENT", "invalid", "Invalid Value")
  if (!includesTag(sources, source) || !includesTag(targets, target)) {
    return failed(400, "INVALID_ARGUMENT", "badRequest", `Bad language pair: ${source}|${target}`)
  }
  return translating.select(
    texts.map((text) => ({
      translatedText: isHtml ? translateHtml(text, target, translating) : translating.translate(text, target)
    }))
  )
}

const isReply = (result: object): result is Reply => "status" in result

export const googleServer: ServerProtocol = {
  config: (url) => ({ engine: "GOOGLE", url, apiKey }),
  isMain: () => true,
  rateLimited,
  unavailable,
  respond: ({ method, path, query, headers, body }, translating) => {
    const key = headers["x-goog-api-key"] ?? query.get("key")
    if (key === null) return failed(403, "PERMISSION_DENIED", "forbidden", "The request is missing a valid API key.")
    if (key !== apiKey) {
      return failed(400, "INVALID_ARGUMENT", "badRequest", "API key not valid. Please pass a valid API key.")
    }
    if (path === "/language/translate/v2/languages") {
      return { status: 200, body: { data: { languages: [{ language: "en" }, { language: "de" }] } } }
    }
    const asked = readJson(body)
    if (method !== "POST" || path !== "/language/translate/v2" || asked === null || !("q" in asked)) return notFound
    const { q, source, target, format } = asked
    const isHtml = format !== "text"
    const result = respondTo({ texts: textsOf(q), isHtml, source, target }, translating, {
      texts: 128,
      codePoints: 30_000
    })
    return isReply(result) ? result : { status: 200, body: { data: { translations: result } } }
  }
}

/** Version 3 with the endpoint that gives tokens; the key of the service account is made for this server. */
export const makeGoogleAdvancedServer = (): ServerProtocol => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" }
  })
  const email = "translator@project.iam.gserviceaccount.com"
  const tokens = new Set<string>()
  let tokenUrl = ""

  const giveToken = (form: URLSearchParams): Reply => {
    const invalid = { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } }
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".")
    const isSigned = verify(
      "RSA-SHA256",
      Buffer.from(`${header}.${claims}`),
      createPublicKey(publicKey),
      Buffer.from(signature, "base64url")
    )
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer" || !isSigned) return invalid
    const { iss, aud, iat, exp, scope } = JSON.parse(Buffer.from(claims, "base64url").toString())
    if (iss !== email || aud !== tokenUrl || exp - iat > 3_600) return invalid
    if (!String(scope).split(" ").includes("https://www.googleapis.com/auth/cloud-translation")) return invalid
    const token = `ya29.${randomUUID()}`
    tokens.add(token)
    return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: "Bearer" } }
  }

  return {
    config: (url) => {
      tokenUrl = `${url}/token`
      const serviceAccount = JSON.stringify({
        type: "service_account",
        project_id: "project",
        private_key_id: "0f1e",
        private_key: privateKey,
        client_email: email,
        token_uri: tokenUrl
      })
      return { engine: "GOOGLE", url, serviceAccount, projectId: "project", location: "global" }
    },
    isMain: (path) => path !== "/token",
    rateLimited,
    unavailable,
    respond: ({ method, path, headers, body }, translating) => {
      if (path === "/token") return giveToken(new URLSearchParams(body))
      if (!tokens.has((headers["authorization"] ?? "").replace(/^Bearer /, ""))) {
        const message = "Request had invalid authentication credentials."
        return { status: 401, body: { error: { code: 401, message, status: "UNAUTHENTICATED" } } }
      }
      const place = "/v3/projects/project/locations/global"
      if (path === `${place}/supportedLanguages`) {
        return { status: 200, body: { languages: [{ languageCode: "en", supportSource: true, supportTarget: true }] } }
      }
      const asked = readJson(body)
      if (method !== "POST" || path !== `${place}:translateText` || asked === null || !("contents" in asked)) {
        return notFound
      }
      const { contents, sourceLanguageCode, targetLanguageCode, mimeType } = asked
      const result = respondTo(
        {
          texts: textsOf(contents),
          isHtml: mimeType !== "text/plain",
          source: sourceLanguageCode,
          target: targetLanguageCode
        },
        translating,
        { texts: 1024, codePoints: 30_720 }
      )
      return isReply(result) ? result : { status: 200, body: { translations: result, glossaryTranslations: [] } }
    }
  }
}

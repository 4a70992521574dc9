import { readJson, type ServerProtocol, textsOf } from "./server-protocol.ts"

const apiKey = "libre-key-44aa"
const codes = ["en", "ar", "cs", "de", "es", "fr", "ja", "nb", "pt-BR", "zh-Hans", "zh-Hant"]
/** Limits that operators of such servers often set. */
const codePointsMax = 2_000
const textsMax = 20

const failed = (status: number, error: string) => ({ status, body: { error } })

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/** The server decodes entities of its results, those of texts in HTML too. */
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => characters[name] ?? whole)

export const libreTranslateServer: ServerProtocol = {
  config: (url) => ({ engine: "LIBRETRANSLATE", url, apiKey }),
  isMain: (path) => path !== "/languages",
  rateLimited: failed(429, "Slowdown: 80 per 1 minute"),
  unavailable: failed(500, "Cannot translate text: out of memory"),
  respond: ({ method, path, body }, { translate, select }) => {
    if (method === "GET" && path === "/languages") {
      return { status: 200, body: codes.map((code) => ({ code, name: code, targets: codes })) }
    }
    if (method !== "POST" || path !== "/translate") return failed(404, "Not found")
    const asked = readJson(body)
    const key = asked !== null && "api_key" in asked ? asked["api_key"] : undefined
    if (key === undefined) return failed(400, "Please contact the server operator to get an API key")
    if (key !== apiKey) return failed(403, "Invalid API key")
    if (asked === null || !("q" in asked) || asked["q"] === "") {
      return failed(400, "Invalid request: missing q parameter")
    }
    const { q, source, target } = asked
    const texts = textsOf(q)
    const size = texts.reduce((sum, text) => sum + [...text].length, 0)
    if (texts.length > textsMax) {
      return failed(400, `Invalid request: request (${texts.length}) exceeds text limit (${textsMax})`)
    }
    if (size > codePointsMax) {
      return failed(400, `Invalid request: request (${size}) exceeds text limit (${codePointsMax})`)
    }
    for (const code of [source, target]) {
      if (!codes.includes(String(code))) return failed(400, `${code} is not supported`)
    }
    const translated = texts.map((text) => decodeEntities(translate(text, String(target))))
    return { status: 200, body: { translatedText: Array.isArray(q) ? select(translated) : translated[0] } }
  }
}

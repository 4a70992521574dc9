import { engineLanguages } from "@dragoman/domain/machine-translation"
import { includesTag, type ServerProtocol } from "./server-protocol.ts"

const authKey = "deepl-key-1f0c6a"
const bodyBytesMax = 128 * 1024

const failed = (status: number, message: string) => ({ status, body: { message } })

/** DeepL reads XML strictly: each element is closed, in order, and `&` begins an entity. */
const isWellFormed = (text: string): boolean => {
  const open: Array<string> = []
  for (const [, slash = "", name = "", selfClosed = ""] of text.matchAll(/<(\/?)([\w:-]+)[^<>]*?(\/?)>/g)) {
    if (selfClosed !== "") continue
    if (slash === "") open.push(name)
    else if (open.pop() !== name) return false
  }
  const rest = text.replace(/<\/?[\w:-]+[^<>]*>/g, "").replace(/&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);/g, "")
  return open.length === 0 && !/[<&]/.test(rest)
}

export const deeplServer: ServerProtocol = {
  config: (url) => ({ engine: "DEEPL", url, authKey, parameters: {} }),
  isMain: () => true,
  rateLimited: failed(429, "Too many requests"),
  unavailable: failed(503, "Resource currently unavailable."),
  respond: ({ method, path, headers, body }, { translate, select }) => {
    if (headers["authorization"] !== `DeepL-Auth-Key ${authKey}`) return failed(403, "Forbidden")
    if (method === "GET" && path === "/v2/usage") {
      return { status: 200, body: { character_count: 180_118, character_limit: 1_250_000 } }
    }
    if (method !== "POST" || path !== "/v2/translate") return failed(404, "Not found")
    if (Buffer.byteLength(body) > bodyBytesMax) return failed(413, "Request Entity Too Large")
    const form = new URLSearchParams(body)
    const texts = form.getAll("text")
    const target = form.get("target_lang") ?? ""
    const { sources, targets } = engineLanguages.DEEPL
    if (texts.length === 0) return failed(400, "Parameter 'text' not specified.")
    if (texts.length > 50) return failed(400, "Too many texts.")
    if (!includesTag(sources, form.get("source_lang") ?? ""))
      return failed(400, "Value for 'source_lang' not supported.")
    if (!includesTag(targets, target)) return failed(400, "Value for 'target_lang' not supported.")
    if (form.get("tag_handling") === "xml" && !texts.every(isWellFormed)) {
      return failed(400, "Tag handling parsing failed, please check input.")
    }
    const translations = texts.map((text) => ({ detected_source_language: "EN", text: translate(text, target) }))
    return { status: 200, body: { translations: select(translations) } }
  }
}

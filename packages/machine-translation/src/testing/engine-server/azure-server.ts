import { engineLanguages } from "@dragoman/domain/machine-translation"
import { includesTag, readJson, type ServerProtocol } from "./server-protocol.ts"

const authKey = "azure-key-93be"
const region = "westeurope"

/** A code is the status with three digits. */
const failed = (code: number, message: string) => ({
  status: Math.floor(code / 1000),
  body: { error: { code, message } }
})

export const azureServer: ServerProtocol = {
  config: (url) => ({ engine: "AZURE", url, authKey, region }),
  isMain: () => true,
  rateLimited: failed(429_000, "The server rejected the request because the client exceeded request limits."),
  unavailable: failed(503_000, "Service is temporarily unavailable."),
  respond: ({ method, path, query, headers, body }, { translate, select }) => {
    if (headers["ocp-apim-subscription-key"] !== authKey || headers["ocp-apim-subscription-region"] !== region) {
      return failed(401_000, "The request is not authorized because credentials are missing or invalid.")
    }
    if (method !== "POST" || path !== "/translate")
      return { status: 404, body: { error: { code: "404", message: "Not found" } } }
    const target = query.get("to") ?? ""
    const { sources, targets } = engineLanguages.AZURE
    if (query.get("api-version") !== "3.0") return failed(400_021, "The API version parameter is missing or invalid.")
    if (!includesTag(sources, query.get("from") ?? "")) return failed(400_035, "The source language is not valid.")
    if (!includesTag(targets, target)) return failed(400_036, "The target language is not valid.")
    const elements = readJson(body)
    if (!Array.isArray(elements)) return failed(400_074, "The body of the request is not valid JSON.")
    if (elements.length > 1000) return failed(400_077, "The maximum request size has been exceeded.")
    const texts = elements.map((element: { readonly Text?: unknown }) => String(element?.Text ?? ""))
    if (texts.reduce((sum, { length }) => sum + length, 0) > 50_000) {
      return failed(400_077, "The maximum request size has been exceeded.")
    }
    const translated = texts.map((text) => ({
      translations: [{ text: text === "" ? "" : translate(text, target), to: target }]
    }))
    return { status: 200, body: select(translated) }
  }
}

import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage
} from "@ai-sdk/provider"
import { makeOutputReader } from "./read-answer.ts"

/** A response of a model, as far as it arrived. */
export interface ModelResponse {
  readonly text: string
  readonly finish: LanguageModelV4FinishReason["unified"]
  readonly usage: LanguageModelV4Usage
}

export type ReadResponse = (model: LanguageModelV4, options: LanguageModelV4CallOptions) => Promise<ModelResponse>

/** Reads a response that arrives at once. */
export const readWhole: ReadResponse = async (model, options) => {
  const { content, finishReason, usage } = await model.doGenerate(options)
  const texts = content.map((part) => (part.type === "text" ? part.text : ""))
  return { text: texts.join(""), finish: finishReason.unified, usage }
}

/** A stream ended before its model did. */
class StreamCut extends Error {
  override readonly name = "StreamCut"
}

/** Reads a response that arrives in parts, and hands on what can be shown of each: of JSON what its field `output` gains. */
export const readParts =
  (isJson: boolean, onPart: (part: string) => void): ReadResponse =>
  async (model, options) => {
    const { stream } = await model.doStream(options)
    const shown = isJson ? makeOutputReader() : (part: string) => part.replaceAll("\0", "")
    let text = ""
    for await (const part of stream) {
      if (part.type === "error") throw part.error
      if (part.type === "text-delta") {
        text += part.delta
        const added = shown(part.delta)
        if (added !== "") onPart(added)
      }
      if (part.type === "finish") {
        // Without the provider's own reason the connection broke, and the SDK ended the stream.
        if (part.finishReason.raw === undefined) throw new StreamCut()
        return { text, finish: part.finishReason.unified, usage: part.usage }
      }
    }
    throw new StreamCut()
  }

import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import type { ModelAnswer, ModelRequest } from "../language-model.ts"

/** Bytes of text for which one token is estimated: about that of English, and one or two characters of Chinese. */
const bytesPerToken = 4
/** Tokens estimated for an image: that of a screenshot at the usual sizes. */
const imageTokens = 1_000

/** Returns the tokens of a request as the provider counts them; those that it does not name are estimated. */
export const usageOf = (
  { inputTokens, outputTokens }: LanguageModelV4Usage,
  request: ModelRequest,
  text: string
): Pick<ModelAnswer, "usage" | "isUsageEstimated"> => {
  const input = inputTokens.total
  const output = outputTokens.total
  return {
    usage: {
      characters: 0,
      inputTokens: input ?? estimateInput(request),
      cachedTokens: inputTokens.cacheRead ?? 0,
      outputTokens: output ?? tokensIn(text)
    },
    isUsageEstimated: input === undefined || output === undefined
  }
}

const estimateInput = ({ system, parts }: ModelRequest): number =>
  tokensIn(system ?? "") +
  parts.reduce((sum, part) => sum + (part.type === "text" ? tokensIn(part.text) : imageTokens), 0)

const tokensIn = (text: string): number => Math.ceil(new TextEncoder().encode(text).length / bytesPerToken)

import { createHash, createHmac } from "node:crypto"
import { engineLanguages } from "@dragoman/domain/machine-translation"
import { includesTag, type ReceivedRequest, readJson, type ServerProtocol } from "./server-protocol.ts"

const accessKey = "AKIA7TESTKEY"
const secretKey = "aws+secret/5e0d"
const region = "eu-central-1"

const failed = (name: string, message: string, status = 400) => ({
  status,
  body: { __type: name, message },
  headers: { "content-type": "application/x-amz-json-1.1" }
})

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/**
 * Computes the signature of version 4 once more.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
const isSigned = ({ method, path, headers, body }: ReceivedRequest): boolean => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/translate\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers["authorization"] ?? ""
    )
  if (found === null) return false
  const [, key, day = "", signedRegion, signedHeaders = "", signature] = found
  if (key !== accessKey || signedRegion !== region || !signedHeaders.split(";").includes("host")) return false
  const canonicalHeaders = signedHeaders
    .split(";")
    .map((name) => `${name}:${(headers[name] ?? "").trim()}\n`)
    .join("")
  const canonical = [method, path, "", canonicalHeaders, signedHeaders, sha256(body)].join("\n")
  const scope = `${day}/${region}/translate/aws4_request`
  const signed = ["AWS4-HMAC-SHA256", headers["x-amz-date"] ?? "", scope, sha256(canonical)].join("\n")
  const signingKey = [day, region, "translate", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(signingKey, signed).toString("hex") === signature
}

export const amazonServer: ServerProtocol = {
  config: (url) => ({ engine: "AWS", url, accessKey, secretKey, region }),
  isMain: () => true,
  rateLimited: failed("TooManyRequestsException", "Too many requests."),
  unavailable: failed("ServiceUnavailableException", "The service is temporarily unavailable.", 503),
  respond: (request, { translate }) => {
    const { method, path, headers, body } = request
    if (!isSigned(request)) {
      return failed("InvalidSignatureException", "The request signature we calculated does not match.")
    }
    if (
      method !== "POST" ||
      path !== "/" ||
      headers["x-amz-target"] !== "AWSShineFrontendService_20170701.TranslateText" ||
      headers["content-type"] !== "application/x-amz-json-1.1"
    ) {
      return failed("UnknownOperationException", "")
    }
    const asked = readJson(body) ?? {}
    const text = "Text" in asked ? String(asked["Text"]) : ""
    const source = "SourceLanguageCode" in asked ? String(asked["SourceLanguageCode"]) : ""
    const target = "TargetLanguageCode" in asked ? String(asked["TargetLanguageCode"]) : ""
    const { sources, targets } = engineLanguages.AWS
    if (text === "") return failed("ValidationException", "Member must have length greater than or equal to 1")
    if (Buffer.byteLength(text) > 10_000) {
      return failed("TextSizeLimitExceededException", "Input text size exceeds limit.")
    }
    if (!includesTag(sources, source) || !includesTag(targets, target)) {
      return failed("UnsupportedLanguagePairException", "Unsupported language pair.")
    }
    const settings = "Settings" in asked ? asked["Settings"] : {}
    return {
      status: 200,
      headers: { "content-type": "application/x-amz-json-1.1" },
      body: {
        TranslatedText: translate(text, target),
        SourceLanguageCode: source,
        TargetLanguageCode: target,
        AppliedSettings: settings
      }
    }
  }
}

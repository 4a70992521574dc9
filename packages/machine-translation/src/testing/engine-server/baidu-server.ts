import { createHash } from "node:crypto"
import type { ServerProtocol } from "./server-protocol.ts"

const appId = "20990101000000001"
const appSecret = "baidu-secret-8c1f"
const codes = new Set(["zh", "cht", "yue", "wyw", "en", "jp", "kor", "fra", "spa", "th", "ara", "ru", "pt", "de", "it"])
for (const code of ["el", "nl", "pl", "bul", "est", "dan", "fin", "cs", "rom", "slo", "swe", "hu", "vie"])
  codes.add(code)

/** Errors come with status 200. */
const failed = (error_code: string, error_msg: string) => ({ status: 200, body: { error_code, error_msg } })

export const baiduServer: ServerProtocol = {
  config: (url) => ({ engine: "BAIDU", url, appId, appSecret, action: false }),
  isMain: () => true,
  rateLimited: failed("54003", "Invalid Access Limit"),
  unavailable: failed("52001", "TIMEOUT"),
  respond: ({ method, path, body }, { translate, select }) => {
    if (method !== "POST" || path !== "/api/trans/vip/translate") return { status: 404, body: {} }
    const form = new URLSearchParams(body)
    const fieldOf = (name: string) => form.get(name) ?? ""
    const q = fieldOf("q")
    if (["q", "from", "to", "appid", "salt", "sign"].some((name) => fieldOf(name) === "")) {
      return failed("54000", "PARAM_FROM_TO_OR_Q_EMPTY")
    }
    if (fieldOf("appid") !== appId) return failed("52003", "UNAUTHORIZED USER")
    const signed = createHash("md5")
      .update(`${appId}${q}${fieldOf("salt")}${appSecret}`)
      .digest("hex")
    if (fieldOf("sign") !== signed) return failed("54001", "Invalid Sign")
    if (!codes.has(fieldOf("from")) || !codes.has(fieldOf("to"))) return failed("58001", "INVALID_TO_PARAM")
    const lines = q.split("\n").filter((line) => line.trim() !== "")
    const results = lines.map((line) => ({ src: line, dst: translate(line, fieldOf("to")) }))
    return { status: 200, body: { from: fieldOf("from"), to: fieldOf("to"), trans_result: select(results) } }
  }
}

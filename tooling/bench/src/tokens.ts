import { createHmac } from "node:crypto"
import { jwtSecret } from "./processes.ts"

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** An access token as the server issues it. */
export const accessToken = (userId: number): string => {
  const now = Math.floor(Date.now() / 1000)
  const head = encode({ alg: "HS512" })
  const claims = encode({ sub: String(userId), aud: "tg.tok", iat: now, exp: now + 86_400, ste: (now + 3_600) * 1000 })
  return `${head}.${claims}.${createHmac("sha512", jwtSecret).update(`${head}.${claims}`).digest("base64url")}`
}

// The floor of sending webhooks: signs and posts bodies over one undici pool, always so many at a time, without a database.
import { createHmac } from "node:crypto"
import { Pool } from "undici"
import { webhookBodyOf, webhookSecret } from "./webhook-world.ts"

const [url = "", total = "", concurrency = ""] = process.argv.slice(2)
const { origin, pathname } = new URL(url)
const pool = new Pool(origin, { connections: Number(concurrency), pipelining: 1 })

const standardKey = Buffer.from(webhookSecret.slice("whsec_".length), "base64")

/** Both signatures, as the product sends them. */
const signedHeaders = (messageId: string, body: string): Record<string, string> => {
  const now = Date.now()
  const seconds = Math.floor(now / 1_000)
  const digest = createHmac("sha256", webhookSecret).update(`${now}.${body}`).digest("hex")
  const standard = createHmac("sha256", standardKey).update(`${messageId}.${seconds}.${body}`).digest("base64")
  return {
    "content-type": "application/json",
    "tolgee-signature": `{"timestamp": ${now}, "signature": "${digest}"}`,
    "webhook-id": messageId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${standard}`
  }
}

let next = 1
const send = async (): Promise<void> => {
  while (next <= Number(total)) {
    const number = next++
    const body = webhookBodyOf(number)
    const headers = signedHeaders(`msg_1_${number}`, body)
    const answer = await pool.request({ method: "POST", path: pathname, headers, body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`)
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, send))
await pool.close()

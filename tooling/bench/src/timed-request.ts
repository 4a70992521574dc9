import { Agent, request } from "node:http"

export interface TimedAnswer {
  readonly millis: number
  readonly status: number
  readonly body: Buffer
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** One GET to a server of this machine, from sending to the last byte; with less work around it than `fetch` does. */
export const timedGet = (url: string, headers: Readonly<Record<string, string>>): Promise<TimedAnswer> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    request(url, { agent, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.once("error", reject)
      response.once("end", () => {
        const millis = performance.now() - startedAt
        const body = Buffer.concat(chunks)
        const status = response.statusCode ?? 0
        if (status === 200) resolve({ millis, status, body })
        else reject(new Error(`${url}: ${status} ${body.toString()}`))
      })
    })
      .once("error", reject)
      .end()
  })

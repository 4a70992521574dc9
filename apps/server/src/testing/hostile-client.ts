import { hostileRequests } from "./hostile-bodies.ts"

// A process of its own that sends requests of the table, or asks again and again for something small meanwhile: what the
// sender does takes nothing of the time of the prober, and neither of them any of the server's.

/** What the process is told: to send one request, or to begin probing. */
export type HostileOrder =
  | {
      readonly kind: "send"
      readonly index: number
      readonly baseUrl: string
      readonly accessToken: string
      readonly projectId: number
    }
  | { readonly kind: "probe"; readonly baseUrl: string }
  | { readonly kind: "report" }

export type HostileReport =
  | { readonly kind: "sent"; readonly status: number; readonly text: string }
  | { readonly kind: "probed"; readonly count: number; readonly failures: number; readonly longestMillis: number }

const report = (message: HostileReport) => process.send?.(message)

const sendRequest = async ({ index, baseUrl, accessToken, projectId }: Extract<HostileOrder, { kind: "send" }>) => {
  const request = hostileRequests[index]
  if (request === undefined) throw new Error("there is no such request")
  const body = request.makeBody()
  try {
    const answer = await fetch(`${baseUrl}${request.path.replace(":projectId", String(projectId))}`, {
      method: request.method,
      headers: {
        ...(request.isPublic === true ? {} : { authorization: `Bearer ${accessToken}` }),
        ...(body === null ? {} : { "content-type": "application/json" })
      },
      body
    })
    report({ kind: "sent", status: answer.status, text: (await answer.text()).slice(0, 300) })
  } catch (error) {
    // Refused before the whole body was sent: the connection may close first.
    report({ kind: "sent", status: 0, text: String(error) })
  }
}

let count = 0
let failures = 0
let longestMillis = 0

/** Since the last report; the first one says that the probing has begun. */
const reportProbes = () => {
  report({ kind: "probed", count, failures, longestMillis })
  count = 0
  failures = 0
  longestMillis = 0
}

const probe = async (baseUrl: string) => {
  let isFirst = true
  for (;;) {
    const startedAt = performance.now()
    const isAnswered = await fetch(`${baseUrl}/api/public/configuration`).then(
      async (answer) => (await answer.arrayBuffer()).byteLength > 0 && answer.ok,
      () => false
    )
    count += 1
    if (isFirst) reportProbes()
    isFirst = false
    if (!isAnswered) failures += 1
    longestMillis = Math.max(longestMillis, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

process.on("message", (order: HostileOrder) => {
  if (order.kind === "send") void sendRequest(order)
  if (order.kind === "probe") void probe(order.baseUrl)
  if (order.kind === "report") reportProbes()
})
process.on("disconnect", () => process.exit(0))

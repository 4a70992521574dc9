import { fullSizeHostileRequests, type HostileRequest } from "./hostile-bodies.ts"

// A process of its own that sends requests of the table, or asks again and again for something small meanwhile: what the
// sender does takes nothing of the time of the prober, and neither of them any of the server's.

/** Commands to the process: make the body of a request, send it, start probing, report the result. */
export type HostileOrder =
  | { readonly kind: "make"; readonly index: number }
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
  | { readonly kind: "made" }
  | { readonly kind: "sent"; readonly status: number; readonly text: string }
  | { readonly kind: "probed"; readonly count: number; readonly failures: number; readonly longestMillis: number }

const report = (message: HostileReport) => process.send?.(message)

type SendOrder = Extract<HostileOrder, { kind: "send" }>
type Sent = Extract<HostileReport, { kind: "sent" }>

const requestsAtOnce = 8

const sendOnce = async (
  request: HostileRequest,
  body: Buffer<ArrayBuffer> | null,
  { baseUrl, accessToken, projectId }: SendOrder,
  turn: number
): Promise<Sent> => {
  const path = request.path.replace(":projectId", String(projectId)).replace(":turn", String(turn))
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: request.method,
      headers: {
        ...(request.isPublic === true ? {} : { authorization: `Bearer ${accessToken}` }),
        ...(body === null ? {} : { "content-type": "application/json" })
      },
      body
    })
    return { kind: "sent", status: response.status, text: (await response.text()).slice(0, 300) }
  } catch (error) {
    // Refused before the whole body was sent: the connection may close first.
    return { kind: "sent", status: 0, text: String(error) }
  }
}

const make = (index: number) => {
  const request = fullSizeHostileRequests[index]
  if (request === undefined) throw new Error("there is no such request")
  const text = request.makeBody()
  return { index, request, body: text === null ? null : Buffer.from(text) }
}

let made: ReturnType<typeof make> | null = null

/** Reports the answer with the highest status. */
const sendRequest = async (order: SendOrder) => {
  const { request, body } = made?.index === order.index ? made : make(order.index)
  const { times = 1 } = request
  let turn = 0
  let worst: Sent | null = null
  const sendTurns = async () => {
    while (turn < times) {
      const sent = await sendOnce(request, body, order, turn++)
      if (worst === null || sent.status > worst.status) worst = sent
    }
  }
  await Promise.all(Array.from({ length: Math.min(times, requestsAtOnce) }, sendTurns))
  if (worst !== null) report(worst)
}

let count = 0
let failures = 0
let longestMillis = 0
/** The first report says that the probing has begun. */
let isReportDue = true

/** Since the last report. */
const reportProbes = () => {
  report({ kind: "probed", count, failures, longestMillis })
  isReportDue = false
  count = 0
  failures = 0
  longestMillis = 0
}

const probe = async (baseUrl: string) => {
  for (;;) {
    const startedAt = performance.now()
    const isAnswered = await fetch(`${baseUrl}/api/public/configuration`).then(
      async (response) => (await response.arrayBuffer()).byteLength > 0 && response.ok,
      () => false
    )
    count += 1
    if (!isAnswered) failures += 1
    longestMillis = Math.max(longestMillis, performance.now() - startedAt)
    if (isReportDue) reportProbes()
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

process.on("message", (order: HostileOrder) => {
  if (order.kind === "make") {
    made = make(order.index)
    report({ kind: "made" })
  }
  if (order.kind === "send") void sendRequest(order)
  if (order.kind === "probe") void probe(order.baseUrl)
  // The probe that waits at this moment counts as well.
  if (order.kind === "report") isReportDue = true
})
process.on("disconnect", () => process.exit(0))

// The endpoints of the webhook benchmarks, in a process of their own. `POST /<behaviour>/<group>` is an endpoint; what came
// to a group is told by `GET /report/<group>`, and `GET /await/<group>/<count>` answers once so many different deliveries are
// there. Every signature is verified.
import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"

/** `after9000` responds with 200 after so many milliseconds; `page` fails with a page of HTML. */
export type SinkBehaviour = "ok" | "slow" | "hang" | "fail" | "drip" | "page" | `after${number}`

/** The deliveries to the endpoints of one group. Times are milliseconds since 1970, with fractions. */
export interface SinkReport {
  readonly requests: number
  /** Different `webhook-id`s. */
  readonly deliveries: number
  readonly unsigned: number
  readonly firstAt: number
  readonly lastAt: number
  /** Requests since the last report. */
  readonly fresh: number
  /** Times from the timestamp of the activity to the receipt, in milliseconds; deliveries without a timestamp have none. */
  readonly latencies: ReadonlyArray<number>
}

interface Group {
  requests: number
  reported: number
  unsigned: number
  firstAt: number
  lastAt: number
  readonly latencies: Array<number>
  readonly ids: Set<string>
  readonly waiting: Set<{ readonly count: number; readonly answer: () => void }>
}

/** How long a slow receiver thinks. */
const slowMillis = 50
const dripMillis = 1_000

const port = Number(process.env["SINK_PORT"])
const key = Buffer.from((process.env["SINK_SECRET"] ?? "").replace("whsec_", ""), "base64")
const groups = new Map<string, Group>()

const groupNamed = (name: string): Group => {
  const known = groups.get(name)
  if (known !== undefined) return known
  const group: Group = {
    requests: 0,
    reported: 0,
    unsigned: 0,
    firstAt: 0,
    lastAt: 0,
    latencies: [],
    ids: new Set(),
    waiting: new Set()
  }
  groups.set(name, group)
  return group
}

const now = (): number => performance.timeOrigin + performance.now()

const record = (group: Group, headers: IncomingMessage["headers"], body: string): void => {
  const at = now()
  const id = String(headers["webhook-id"])
  const signed = `${id}.${headers["webhook-timestamp"]}.${body}`
  const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  if (headers["webhook-signature"] !== signature) group.unsigned++
  const [, timestamp] = /"timestamp":(\d{13})/.exec(body) ?? []
  if (timestamp !== undefined && !group.ids.has(id)) group.latencies.push(at - Number(timestamp))
  if (group.requests === 0) group.firstAt = at
  group.requests++
  group.lastAt = at
  group.ids.add(id)
  for (const waiting of group.waiting) {
    if (group.ids.size < waiting.count) continue
    group.waiting.delete(waiting)
    waiting.answer()
  }
}

const drip = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200)
  while (!response.closed) {
    response.write(".")
    await pause(dripMillis)
  }
}

/** A page that is longer than the delivery log keeps. */
const page = "<p>The service is unavailable.</p>".repeat(256)

const behave: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  ok: (response) => response.end(),
  slow: (response) => setTimeout(() => response.end(), slowMillis),
  hang: () => {},
  fail: (response) => response.writeHead(500).end(),
  page: (response) => response.writeHead(503, { "content-type": "text/html" }).end(page),
  drip
}

const waitMillis = (behaviour: string): number => Number(/^after(\d+)$/.exec(behaviour)?.[1])

const server = createServer((request, response) => {
  const [, first = "", name = "", count = ""] = (request.url ?? "").split("/")
  if (request.method === "GET") {
    const group = groupNamed(name)
    if (first === "await") {
      const answer = () => response.end()
      if (group.ids.size >= Number(count)) answer()
      else group.waiting.add({ count: Number(count), answer })
      return
    }
    const { requests, reported, unsigned, firstAt, lastAt, latencies, ids } = group
    const fresh = requests - reported
    group.reported = requests
    const report: SinkReport = { requests, fresh, deliveries: ids.size, unsigned, firstAt, lastAt, latencies }
    response.end(JSON.stringify(report))
    return
  }
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("error", () => {})
  response.on("error", () => {})
  request.on("end", () => {
    record(groupNamed(name), request.headers, Buffer.concat(chunks).toString("utf8"))
    const millis = waitMillis(first)
    if (Number.isNaN(millis)) void behave[first]?.(response)
    else setTimeout(() => response.end(), millis)
  })
})
// Connections of the dispatcher live as long as it wants; none is closed in the middle of a measurement.
server.keepAliveTimeout = 60_000
server.requestTimeout = 0
server.listen(port, "127.0.0.1")

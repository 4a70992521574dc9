import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { HostileOrder, HostileReport } from "./hostile-client.ts"

const clientFile = fileURLToPath(new URL("./hostile-client.ts", import.meta.url))

interface ReportKinds {
  readonly make: "made"
  readonly send: "sent"
  readonly probe: "probed"
  readonly report: "probed"
}

type ReportOf<Order extends HostileOrder> = Extract<HostileReport, { kind: ReportKinds[Order["kind"]] }>

/** A process that sends hostile requests or probes, with nothing of the time of this one. */
export interface HostileClient {
  readonly ask: <Order extends HostileOrder>(order: Order) => Promise<ReportOf<Order>>
  readonly stop: () => void
}

/** Starts one; it also ends with this process. */
export const startHostileClient = (): HostileClient => {
  const client = fork(clientFile, { execArgv: [] })
  return {
    ask: async <Order extends HostileOrder>(order: Order) => {
      const response = once(client, "message")
      client.send(order)
      return (await response)[0] as ReportOf<Order>
    },
    stop: () => client.disconnect()
  }
}

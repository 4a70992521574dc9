import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { HostileOrder, HostileReport } from "./hostile-client.ts"

const clientFile = fileURLToPath(new URL("./hostile-client.ts", import.meta.url))

type ReportOf<Order> = Extract<HostileReport, { kind: Order extends { kind: "send" } ? "sent" : "probed" }>

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
      const answer = once(client, "message")
      client.send(order)
      return (await answer)[0] as ReportOf<Order>
    },
    stop: () => client.disconnect()
  }
}

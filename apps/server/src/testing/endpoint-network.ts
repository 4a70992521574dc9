import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { EndpointConnector } from "@dragoman/network"
import { Context, Effect, Layer } from "effect"
import { layerNameServer, type Zone } from "./name-server.ts"
import { startReceiver } from "./receiver.ts"

/**
 * A network in this machine. Names are those of `zone`; a connection to one of the public addresses ends at `internet`,
 * one to any other address at the decoy. Every connection is noted; no socket leaves the machine.
 */
export class EndpointNetwork extends Context.Service<
  EndpointNetwork,
  {
    readonly internet: Effect.Success<typeof startReceiver>
    readonly decoy: { readonly port: number; readonly connections: () => number }
    /** The addresses that were connected to. */
    readonly connected: ReadonlyArray<string>
  }
>()("@dragoman/server/testing/EndpointNetwork") {
  static readonly layer = (options: { readonly zone: Zone; readonly publicAddresses: ReadonlySet<string> }) =>
    Layer.effectContext(
      Effect.gen(function* () {
        const internet = yield* startReceiver
        const decoy = yield* startDecoy
        const connected: Array<string> = []
        const connector = EndpointConnector.of({
          connect: ({ address }, callback) => {
            connected.push(address)
            const { port } = options.publicAddresses.has(address) ? internet : decoy
            const socket = connect(port, "127.0.0.1", () => callback({ socket }))
            socket.on("error", () => {})
          }
        })
        return Context.make(EndpointNetwork, { internet, decoy, connected }).pipe(
          Context.add(EndpointConnector, connector)
        )
      })
    ).pipe(Layer.merge(layerNameServer(options.zone)))
}

/** Listens on 127.0.0.1 and, where there is one, on ::1 with the same port; counts connections and says nothing. */
const startDecoy = Effect.gen(function* () {
  let count = 0
  const sockets = new Set<Socket>()
  const listen = (host: string, port: number) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer((socket) => {
          count++
          sockets.add(socket)
          socket.on("error", () => {})
        })
        server.listen(port, host)
        await once(server, "listening")
        return server
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          for (const socket of sockets) socket.destroy()
        })
    )
  const server = yield* listen("127.0.0.1", 0)
  const { port } = server.address() as AddressInfo
  yield* Effect.ignoreCause(listen("::1", port))
  return { port, connections: () => count }
})

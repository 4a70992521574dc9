import { connect, type Socket } from "node:net"

/** So long without a byte, and the host of the database is asked whether it is still there. */
export const silenceMillisMax = 15_000

export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Checks of the counters of a connection during one silence. */
const checksPerSilence = 3

/** For the TCP connection that asks. */
const probeMillisMax = 5_000

/** The host is not reached. Others, such as a refused connection, come from a host that is there. */
const unreachable = new Set(["EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ETIMEDOUT"])

/**
 * A TCP connection to the database that ends soon after its host has vanished without a word (power, failover, a cut
 * network). TCP keepalive sees that while nothing was sent; a request that no host confirms is repeated by the kernel for a
 * quarter of an hour, and Node cannot set `TCP_USER_TIMEOUT`. So a silent connection tries another one to the same address,
 * once: a slow statement costs nothing else, and what the host has confirmed is left to keepalive.
 */
export const connectToServer = (server: ServerAddress, silenceMillis = silenceMillisMax): Socket => {
  const socket = connect({ ...server, noDelay: true, keepAlive: true, keepAliveInitialDelay: silenceMillisMax })
  let bytes = 0
  let silentChecks = 0
  const checks = setInterval(() => {
    const bytesNow = socket.bytesRead + socket.bytesWritten
    silentChecks = bytesNow === bytes ? silentChecks + 1 : 0
    bytes = bytesNow
    if (silentChecks === checksPerSilence) endIfHostIsGone(socket)
  }, silenceMillis / checksPerSilence).unref()
  socket.once("close", () => clearInterval(checks))
  return socket
}

const endIfHostIsGone = (socket: Socket): void => {
  const { remoteAddress: host, remotePort: port } = socket
  if (host === undefined || port === undefined) return
  const end = () => socket.destroy(new Error(`The host of the database, ${host}, does not respond`))
  const probe = connect({ host, port, timeout: probeMillisMax }).unref()
  probe.once("connect", () => probe.destroy())
  probe.once("timeout", () => {
    probe.destroy()
    end()
  })
  probe.once("error", (error) => {
    if ("code" in error && unreachable.has(String(error.code))) end()
  })
}

/** Returns where a PostgreSQL URL points to; null: a Unix socket, or a parameter of the URL says it. */
export const serverOfUrl = (url: string): ServerAddress | null => {
  if (!URL.canParse(url)) return null
  const { hostname, port, searchParams } = new URL(url)
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1")
  if (host === "" || host.startsWith("/") || searchParams.has("host") || searchParams.has("port")) return null
  return { host, port: port === "" ? 5432 : Number(port) }
}

import type { SettingValues } from "../platform/settings/settings.ts"
import { CommandFailure } from "./command-failure.ts"

const timeoutMillis = 5000

/**
 * Asks a running server whether it accepts requests: for containers, which have no other program that could ask. `url`:
 * of another program, a dispatcher; empty: of the server with these settings.
 */
export const checkHealth = async ({ host, port }: Pick<SettingValues, "host" | "port">, url: string) => {
  const asked = url === "" ? `http://${hostToAsk(host)}:${port}/health/ready` : url
  if (!URL.canParse(asked)) throw new CommandFailure({ sentence: `${asked} is not a URL.` })
  const status = await statusOf(asked)
  if (status === null) throw new CommandFailure({ sentence: `Nothing responds at ${asked}.` })
  if (status !== 200) throw new CommandFailure({ sentence: `${asked} responded with ${status}: not ready.` })
  return { sentence: `${asked} responded with 200: ready.`, facts: { url: asked, status } }
}

const statusOf = async (url: string): Promise<number | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMillis), redirect: "manual" })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

/** Returns an address of this machine, on which a server listens that listens on all networks. */
const hostToAsk = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return host.includes(":") ? `[${host}]` : host
}

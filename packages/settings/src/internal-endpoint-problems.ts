import { variableOf } from "./setting-table.ts"
import type { SettingValues } from "./setting-values.ts"

/** Refuses endpoints without a login on a server that users reach under a public address. */
export const internalEndpointProblems = ({
  internalEndpoints,
  publicUrl
}: Partial<SettingValues<"server">>): ReadonlyArray<string> =>
  internalEndpoints !== true || publicUrl === undefined || publicUrl === null || isLoopback(new URL(publicUrl).hostname)
    ? []
    : [
        `${variableOf("internalEndpoints")} is on, and ${variableOf("publicUrl")} is not an address of this machine: everyone who reaches the server could use the endpoints. Leave one of the two out.`
      ]

const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost")

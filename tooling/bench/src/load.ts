import autocannon from "autocannon"

export interface Load {
  readonly requestsPerSecond: number
  readonly p99Millis: number
  readonly maxMillis: number
}

/** Requests to one address of this machine, over 16 connections for some seconds. */
export const load = async (url: string, headers: Record<string, string>, seconds: number): Promise<Load> => {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`)
  }
  return {
    requestsPerSecond: result.requests.average,
    p99Millis: result.latency.p99,
    maxMillis: result.latency.max
  }
}

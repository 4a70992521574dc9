import type { RunningServer } from "./processes.ts"
import { timedGet } from "./timed-request.ts"
import { accessToken } from "./tokens.ts"

const pauseMillis = 5

/** Latencies of one list of the projects of `acme` after the other, in milliseconds, until `isDone`. */
export const sampleProjectList = async (
  server: RunningServer,
  userId: number,
  isDone: () => boolean
): Promise<ReadonlyArray<number>> => {
  const headers = { authorization: `Bearer ${accessToken(userId)}` }
  const latencies: Array<number> = []
  while (!isDone()) {
    latencies.push((await timedGet(`${server.baseUrl}/v2/organizations/acme/projects?size=20`, headers)).millis)
    await new Promise((resolve) => setTimeout(resolve, pauseMillis))
  }
  return latencies
}

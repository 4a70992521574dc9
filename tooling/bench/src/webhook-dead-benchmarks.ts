import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { round } from "./statistics.ts"
import { startDispatcher, startSink } from "./webhook-processes.ts"
import { insertBacklog, insertWebhooks, openSqlite, type WebhookDatabase } from "./webhook-world.ts"

const pending = 100_000
const minuteMillis = 60_000
const megabyte = 1024 * 1024
const logBytesMax = 50 * megabyte
/** A probe now and then; more is no back-off. */
const attemptsPerMinuteMax = 60

/**
 * Measures the cost of an endpoint with a large backlog that always responds with 503 and a page of HTML. The dispatcher may use the
 * first minute to find out; the second one is measured.
 */
export const webhookDeadBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  mkdirSync(folder, { recursive: true })
  await (await startDragoman(folder)).stop()
  const database = openSqlite(join(folder, "dragoman.sqlite"))
  const sink = await startSink()
  const count = Math.ceil(pending * share)
  await insertBacklog(database, await insertWebhooks(database, [sink.url("page", "dead")]), count)
  const dispatcher = await startDispatcher({ DRAGOMAN_DATA_DIR: folder, DRAGOMAN_LOG_LEVEL: "info" })
  try {
    const look = async () => {
      await pause(minuteMillis)
      const { fresh } = await sink.report("dead")
      return { attempts: fresh, lines: dispatcher.lines().length, ...(await sizeOfLog(database)) }
    }
    const first = await look()
    const second = await look()
    const lines = second.lines - first.lines
    const bytesOfHour = second.bytes + (second.bytes - first.bytes) * 58
    const name = `webhooks, an endpoint with ${count} pending that responds with 503 for ever`
    return [
      {
        name: `${name}: lines of log in its second minute`,
        measured: `${lines}`,
        target: "≤ 1",
        reached: lines <= 1,
        detail: `${first.lines} in the first one, with those of the start`
      },
      {
        name: `${name}: attempts in its second minute`,
        measured: `${second.attempts}`,
        target: `≤ ${attemptsPerMinuteMax}`,
        reached: second.attempts <= attemptsPerMinuteMax,
        detail: `${first.attempts} in the first one; one at a time, less and less often`
      },
      {
        name: `${name}: delivery log after an hour`,
        measured: `${round(bytesOfHour / megabyte, 0)} MB`,
        target: `≤ ${logBytesMax / megabyte} MB`,
        reached: bytesOfHour <= logBytesMax,
        detail: `${second.rows} rows with ${round(second.bytes / megabyte, 1)} MB after two minutes; each further minute as the second one`
      }
    ]
  } finally {
    await dispatcher.kill()
    await database.close()
    await sink.stop()
  }
}

const sizeOfLog = async (database: WebhookDatabase): Promise<{ readonly rows: number; readonly bytes: number }> => {
  const [row] = await database.run(
    `SELECT COUNT(*) AS attempts, COALESCE(SUM(COALESCE(octet_length(answer), 0) + COALESCE(octet_length(error), 0)
      + COALESCE(octet_length(request_headers), 0) + COALESCE(octet_length(response_headers), 0)), 0) AS bytes
     FROM (
       SELECT answer, error, request_headers, response_headers FROM delivery_attempt
       UNION ALL
       SELECT last_answer, last_error, last_request_headers, last_response_headers FROM delivery WHERE attempt_count > 0
     ) a`
  )
  return { rows: Number(row?.["attempts"]), bytes: Number(row?.["bytes"]) }
}

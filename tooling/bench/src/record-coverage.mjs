// Loaded into each thread of a server: records which functions of our files run, and writes them on SIGUSR2.
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { Session } from "node:inspector/promises"
import { join } from "node:path"
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads"

const folder = process.env["COVERAGE_FOLDER"]
const session = new Session()
session.connect()
await session.post("Profiler.enable")
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })

const isOurs = (url) => /^file:.*\/(?:apps|packages)\/[^/]+\/src\//.test(url)
/** The function of the module itself runs when the file is loaded. */
const isModule = ({ functionName, ranges: [range] }) => functionName === "" && range.startOffset === 0

const take = async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage")
  return result
    .filter(({ url, functions }) => isOurs(url) && functions.some((one) => !isModule(one) && one.ranges[0].count > 0))
    .map(({ url }) => url)
}

const channel = new BroadcastChannel("coverage")
channel.unref()
const threadsMillis = 500

if (isMainThread) {
  mkdirSync(folder, { recursive: true })
  let taken = 0
  process.on("SIGUSR2", async () => {
    const files = new Set(await take())
    channel.onmessage = ({ data }) => {
      for (const url of data.files ?? []) files.add(url)
    }
    channel.postMessage({ take: true })
    setTimeout(() => {
      const file = join(folder, `${++taken}.json`)
      writeFileSync(`${file}.part`, JSON.stringify({ files: [...files] }))
      renameSync(`${file}.part`, file)
    }, threadsMillis)
  })
} else {
  channel.onmessage = async ({ data }) => {
    if (data.take) channel.postMessage({ thread: threadId, files: await take() })
  }
}

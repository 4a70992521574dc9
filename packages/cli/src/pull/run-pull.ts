import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"
import { unpackArchive } from "@dragoman/formats"
import { exitCode } from "../exit-code.ts"
import { connect, orFail } from "../plan/run-plan.ts"
import { PlanFailure } from "../plan/server-connection.ts"
import { readPullArguments } from "./pull-arguments.ts"

/** No export of a server is larger. */
const uncompressedBytesMax = 1_024 * 1_024 * 1_024

/** Runs `dragoman pull` with the words after it; returns the exit code. */
export const runPull = (words: ReadonlyArray<string>, print: (text: string) => Promise<unknown>): Promise<number> =>
  orFail(async () => {
    const read = readPullArguments(words)
    if ("help" in read) {
      await print(read.help)
      return exitCode.success
    }
    if ("problem" in read) throw new PlanFailure(read.problem)
    const server = connect(read.connection)
    const unpacked = unpackArchive(await server.download(`/export?${read.query}`), { uncompressedBytesMax })
    if (unpacked.kind !== "unpacked")
      throw new PlanFailure(`The export of the server cannot be read: ${unpacked.message}.`)
    const [leftOut] = unpacked.leftOut
    if (leftOut !== undefined) throw new PlanFailure(`${leftOut.path} was not written: ${leftOut.sentence}`)
    const written = unpacked.files.filter(({ path, bytes }) => writeChanged(read.folder, path, bytes))
    await print(
      `${written.map(({ path }) => `  ${join(read.folder, path)}\n`).join("")}${written.length} of ${unpacked.files.length} files written.\n`
    )
    return exitCode.success
  })

/** Whether the file was written, because it had another content. */
const writeChanged = (folder: string, path: string, bytes: Uint8Array): boolean => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  const root = realpathSync(folder)
  const target = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), "file")
  // A repository may contain links.
  if (!target.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) {
    throw new PlanFailure(`${file} was not written: a link leads out of ${folder}.`)
  }
  if (existsSync(file) && readFileSync(file).equals(bytes)) return false
  writeFileSync(file, bytes)
  return true
}

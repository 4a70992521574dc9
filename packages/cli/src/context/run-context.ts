import { readFileSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { type DescriptionOutcome, type DescriptionResult, descriptionLinesMax } from "@dragoman/domain/key"
import { exitCode } from "../exit-code.ts"
import { connect, orFail } from "../plan/run-plan.ts"
import { PlanFailure, type ServerConnection } from "../plan/server-connection.ts"
import { readContextArguments } from "./context-arguments.ts"

type Print = (text: string) => Promise<unknown>

/** Runs `dragoman context` with the words after it; returns the exit code. */
export const runContext = (words: ReadonlyArray<string>, print: Print): Promise<number> =>
  orFail(async () => {
    const read = readContextArguments(words)
    if ("help" in read) {
      await print(read.help)
      return exitCode.success
    }
    if ("problem" in read) throw new PlanFailure(read.problem)
    if (read.action === "export") {
      const bytes = await connect(read.connection).download(`/keys/context?${read.query}`)
      writeLines(read.file, bytes)
      await print(`Keys written to ${read.file}: ${countLines(bytes)}\n`)
      return exitCode.success
    }
    const lines = readLines(read.file)
    const results = await send(connect(read.connection), lines, read.file, read.query)
    await print(printResults(results, read.isDryRun))
    return results.some(({ outcome }) => outcome === "FAILED") ? exitCode.failure : exitCode.success
  })

const newline = 0x0a

const countLines = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + Number(byte === newline), 0)

const writeLines = (file: string, bytes: Uint8Array): void => {
  try {
    writeFileSync(file, bytes)
  } catch {
    throw new PlanFailure(`${file} cannot be written.`)
  }
}

const readLines = (file: string): ReadonlyArray<string> => {
  try {
    return readFileSync(file, "utf8").split("\n")
  } catch {
    throw new PlanFailure(`${file} cannot be read.`)
  }
}

/** Sends the lines in as many requests as they need. Numbers of lines are those of the file. */
const send = async (
  server: ServerConnection,
  lines: ReadonlyArray<string>,
  file: string,
  query: URLSearchParams
): Promise<ReadonlyArray<DescriptionResult>> => {
  const results: Array<DescriptionResult> = []
  for (let start = 0; start < lines.length; start += descriptionLinesMax) {
    const form = new FormData()
    const batch = lines.slice(start, start + descriptionLinesMax)
    form.append("file", new Blob([batch.join("\n")]), basename(file))
    const response = await server.call("POST", `/keys/context?${query}`, form)
    const read = (response as { readonly results: ReadonlyArray<DescriptionResult> }).results
    results.push(...read.map((result) => ({ ...result, line: result.line + start })))
  }
  return results
}

const printResults = (results: ReadonlyArray<DescriptionResult>, isDryRun: boolean): string => {
  const count = (outcome: DescriptionOutcome) => results.filter((result) => result.outcome === outcome).length
  const leftOut = results.flatMap(({ line, message }) => (message === null ? [] : [`  line ${line}: ${message}\n`]))
  const written = `${count("UPDATED")} ${isDryRun ? "to write" : "written"}`
  return `${leftOut.join("")}Descriptions: ${written}, ${count("UNCHANGED")} unchanged, ${count("SKIPPED")} skipped, ${count("FAILED")} failed.\n`
}

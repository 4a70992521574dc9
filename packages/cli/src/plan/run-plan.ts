import { openAsBlob, readFileSync } from "node:fs"
import type { ImportPlanChangeModel, ImportResultModel } from "@dragoman/api"
import { isArchivePath } from "@dragoman/formats"
import { translationFilesAt } from "../translation-files.ts"
import { type PlanArguments, readApplyArguments, readPlanArguments } from "./plan-arguments.ts"
import { hasChanges, printChange, printSummary } from "./plan-report.ts"
import { connectToServer, PlanFailure, printError, type ServerConnection } from "./server-connection.ts"

/** Exit codes of `dragoman plan` and `dragoman apply`. Source: docs/plan.md. */
const planExitCode = { nothingToDo: 0, error: 1, changes: 2 } as const

/** Writes to standard output, and waits until that is done. */
type Print = (text: string) => Promise<unknown>

const plansPath = "/single-step-import/plans"

/** Runs `dragoman plan` with the words after it; returns the exit code. */
export const runPlan = (words: ReadonlyArray<string>, print: Print): Promise<number> =>
  orFail(async () => {
    const read = readPlanArguments(words)
    if ("help" in read) return done(print(read.help))
    if ("problem" in read) throw new PlanFailure(read.problem)
    const files = filesOf(read)
    const server = connect(read.connection)
    // A server that does not know plans, such as Tolgee's, would ignore `dryRun` and import the files.
    await server.call("GET", `${plansPath}?size=1`)
    const result = (await server.call("POST", "/single-step-import", await formOf(read, files))) as ImportResultModel
    const { plan } = result
    if (plan === undefined) throw new PlanFailure("The response of the server has no plan.")
    await (read.format === "json" ? printJson : printText)(server, result, plan, print)
    if (plan.rejection !== null) {
      const { status, code, params } = plan.rejection
      throw new PlanFailure(`The plan cannot be applied. ${printError(status, code, params)}`)
    }
    return hasChanges(plan) ? planExitCode.changes : planExitCode.nothingToDo
  })

/** Runs `dragoman apply` with the words after it; returns the exit code. */
export const runApply = (words: ReadonlyArray<string>, print: Print): Promise<number> =>
  orFail(async () => {
    const read = readApplyArguments(words)
    if ("help" in read) return done(print(read.help))
    if ("problem" in read) throw new PlanFailure(read.problem)
    const server = connect(read.connection)
    const result = (await server.call("POST", `${plansPath}/${read.planId}/apply`)) as ImportResultModel
    const left = result.unresolvedConflicts?.length ?? 0
    await print(
      read.format === "json"
        ? `${JSON.stringify({ planId: read.planId, ...result }, null, 2)}\n`
        : `Plan ${read.planId} was applied.${left > 0 ? ` ${left} texts were left as the project has them.` : ""}\n`
    )
    return planExitCode.nothingToDo
  })

export const orFail = async (run: () => Promise<number>): Promise<number> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    return planExitCode.error
  }
}

const done = async (printed: Promise<unknown>): Promise<number> => {
  await printed
  return planExitCode.nothingToDo
}

/** Prints the address before the key is sent there. */
export const connect = (flags: PlanArguments["connection"]): ServerConnection => {
  const server = connectToServer({ flags, environment: process.env, configuration: readConfiguration() })
  process.stderr.write(`Server: ${server.address}\n`)
  return server
}

const readConfiguration = (): string | null => {
  try {
    return readFileSync(".tolgeerc.json", "utf8")
  } catch {
    return null
  }
}

interface SentFile {
  readonly path: string
  /** Name under which the server gets it. */
  readonly name: string
}

/** Names files of a folder by their path in it, others as given. */
const filesOf = ({ paths, namespace, language, fileFormat }: PlanArguments): ReadonlyArray<SentFile> => {
  const problems: Array<string> = []
  const byName = new Map<string, SentFile>()
  for (const given of paths) {
    const found = translationFilesAt(given, problems)
    const folder = `${given.replace(/^(?:\.\/+)+(?=.)/, "").replace(/(?<=.)\/+$/, "")}/`
    for (const path of found) {
      const name = path.startsWith(folder) ? path.slice(folder.length) : path
      const known = byName.get(name)
      if (known !== undefined && known.path !== path) problems.push(`${known.path} and ${path} have the same name.`)
      if (isArchivePath(path) && (namespace ?? language ?? fileFormat) !== null) {
        problems.push(`${path} is an archive: --namespace, --language and --file-format are for files only.`)
      }
      byName.set(name, { path, name })
    }
  }
  if (problems.length > 0) throw new PlanFailure(problems.join("\n"))
  return [...byName.values()]
}

const formOf = async (
  { params, namespace, language, fileFormat }: PlanArguments,
  files: ReadonlyArray<SentFile>
): Promise<FormData> => {
  const isMapped = (namespace ?? language ?? fileFormat) !== null
  const fileMappings = files.map(({ name }) => ({
    fileName: name,
    ...(namespace !== null && { namespace }),
    ...(language !== null && { languageTag: language }),
    ...(fileFormat !== null && { format: fileFormat })
  }))
  const form = new FormData()
  form.append("params", JSON.stringify({ ...params, ...(isMapped && { fileMappings }), dryRun: true }))
  for (const { path, name } of files) form.append("files", await openAsBlob(path), name)
  return form
}

/** Number of changes in one request. */
const pageSize = 1_000

const changesOf = async function* (
  server: ServerConnection,
  planId: number
): AsyncGenerator<ReadonlyArray<ImportPlanChangeModel>> {
  const shown = ["CREATE", "CHANGE", "REMOVE", "LEAVE"].map((action) => `&action=${action}`).join("")
  for (let page = 0; ; page++) {
    const body = (await server.call("GET", `${plansPath}/${planId}/changes?size=${pageSize}&page=${page}${shown}`)) as {
      readonly _embedded: { readonly changes: ReadonlyArray<ImportPlanChangeModel> }
    }
    const { changes } = body._embedded
    if (changes.length > 0) yield changes
    if (changes.length < pageSize) return
  }
}

type PrintPlan = (
  server: ServerConnection,
  result: ImportResultModel,
  plan: NonNullable<ImportResultModel["plan"]>,
  print: Print
) => Promise<void>

const printText: PrintPlan = async (server, result, plan, print) => {
  for await (const changes of changesOf(server, plan.id)) await print(changes.map(printChange).join(""))
  await print(printSummary(result, plan))
}

/** Prints one object: the plan, the report of reading, and `changes`, page by page. */
const printJson: PrintPlan = async (server, result, plan, print) => {
  const { plan: _, unresolvedConflicts: __, ...report } = result
  const head = JSON.stringify({ ...plan, ...report }, null, 2)
  await print(`${head.slice(0, head.lastIndexOf("\n}"))},\n  "changes": [`)
  let separator = "\n    "
  for await (const changes of changesOf(server, plan.id)) {
    await print(
      changes
        .map((change) => {
          const printed = `${separator}${JSON.stringify(change)}`
          separator = ",\n    "
          return printed
        })
        .join("")
    )
  }
  await print("\n  ]\n}\n")
}

import { readFileSync } from "node:fs"
import { basename, dirname, isAbsolute, join } from "node:path"
import { translationFilesAt } from "@dragoman/cli/translation-files"
import { permissionTypes, scopes } from "@dragoman/domain/permission"
import { Result, Schema, SchemaIssue } from "effect"
import { parse } from "yaml"
import { CommandFailure, explainFileError } from "../command-failure.ts"

const SeedUser = Schema.Struct({
  username: Schema.String,
  password: Schema.String,
  name: Schema.optional(Schema.String)
})

const SeedProject = Schema.Struct({
  name: Schema.String,
  slug: Schema.optional(Schema.String),
  /** Tags; the first one is the base language. */
  languages: Schema.NonEmptyArray(Schema.String),
  /** Whether keys can be in namespaces. */
  namespaces: Schema.optional(Schema.Boolean),
  /** Direct permissions by user name. */
  members: Schema.optional(Schema.Record(Schema.String, Schema.Literals(permissionTypes))),
  /** Scopes of project API keys by their description. */
  apiKeys: Schema.optional(Schema.Record(Schema.String, Schema.NonEmptyArray(Schema.Literals(scopes)))),
  /** Texts by key and language tag. */
  keys: Schema.optional(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))),
  /** Translation files and folders, relative to the seed file. */
  files: Schema.optional(Schema.Array(Schema.String))
})

const Seed = Schema.Struct({
  users: Schema.optional(Schema.Array(SeedUser)),
  projects: Schema.optional(Schema.Array(SeedProject))
})

/** A translation file as it is sent. */
export interface SeedTranslations {
  readonly name: string
  readonly path: string
}

export interface SeedProject extends Omit<typeof SeedProject.Type, "files"> {
  readonly files: ReadonlyArray<SeedTranslations>
}

/** The users and projects with which an ephemeral server begins. Source: docs/ephemeral.md. */
export interface Seed {
  readonly users: ReadonlyArray<typeof SeedUser.Type>
  readonly projects: ReadonlyArray<SeedProject>
}

export const emptySeed: Seed = { users: [], projects: [] }

/** Reads the seed file, and finds the translation files that it names. */
export const readSeed = (path: string): Seed => {
  const decoded = Schema.decodeUnknownResult(Seed)(parseSeed(path), { errors: "all", onExcessProperty: "error" })
  if (Result.isFailure(decoded)) throw new CommandFailure({ sentence: explainIssue(path, decoded.failure.issue) })
  const { users = [], projects = [] } = decoded.success
  const problems: Array<string> = []
  const read = projects.map(({ files = [], ...project }) => ({
    ...project,
    files: files.flatMap((file) => filesAt(isAbsolute(file) ? file : join(dirname(path), file), problems))
  }))
  if (problems.length > 0) throw new CommandFailure({ sentence: problems.join("\n") })
  return { users, projects: read }
}

const parseSeed = (path: string): unknown => {
  const text = readText(path)
  try {
    return parse(text) ?? {}
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n")
    throw new CommandFailure({ sentence: `${path} is neither YAML nor JSON: ${reason}` })
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new CommandFailure({ sentence: `The seed file cannot be read: ${explainFileError(error, path)}` })
  }
}

/** Names the files of a folder by their path in it, whose first part is the namespace, and another file without its folders. */
const filesAt = (given: string, problems: Array<string>): ReadonlyArray<SeedTranslations> => {
  const folder = `${given.replace(/\/+$/, "")}/`
  return translationFilesAt(given, problems).map((path) => ({
    path,
    name: path.startsWith(folder) ? path.slice(folder.length) : basename(path)
  }))
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const explainIssue = (path: string, issue: SchemaIssue.Issue): string =>
  formatIssue(issue)
    .issues.map((one) => {
      const place = (one.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
      return `${path}: ${place === "" ? "" : `${place}: `}${one.message}`
    })
    .join("\n")

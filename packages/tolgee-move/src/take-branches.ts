import {
  BranchRepository,
  type BranchRow,
  type ContentPlace,
  MovedRowRepository,
  TolgeeMoveRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { BranchModel, type SourceBranch } from "./source-models.ts"
import type { TakenProject } from "./take-projects.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** A branch of both servers, whose content is taken. */
export interface TakenBranch {
  /** The branch here. */
  readonly place: ContentPlace
  /** Name at the source; null: the default branch. */
  readonly name: string | null
  /** Beginning of the names of its steps. */
  readonly steps: string
}

/** Returns the path of a list of the project with the branch as its first parameter. */
export const listOf = ({ sourceId }: TakenProject, { name }: TakenBranch, list: string): string =>
  `/v2/projects/${sourceId}/${list}?${name === null ? "" : `branch=${encodeURIComponent(name)}&`}`

/** Takes the branches of a project; returns those whose content is taken, the default one first, also of projects that use none. */
export const takeBranches = Effect.fnUntraced(function* (move: Move, people: People, project: TakenProject) {
  const moves = yield* TolgeeMoveRepository
  // Servers without the feature, and projects that do not use branches, reject the list.
  const listed = (yield* readAllowed(move.server, `/v2/projects/${project.sourceId}/branches`, BranchModel)) ?? []
  if (listed.length > 0) {
    yield* runStep(move, `project ${project.sourceId} branches`, (step) =>
      step.commit(null, (report) => writeBranches(move, people, project, listed, report))
    )
  }
  const here = yield* BranchRepository.use((branches) => branches.listOfProject(project.id))
  const taken = yield* moves.listTaken(
    move.sourceId,
    "branch",
    listed.map(({ id }) => id)
  )
  const others = listed.flatMap(({ id, name }): ReadonlyArray<TakenBranch> => {
    const branch = here.find((one) => one.id === taken.get(id)?.ourId)
    if (branch === undefined || branch.isDefault) return []
    const place = { projectId: project.id, branchId: branch.id }
    return [{ place, name, steps: `project ${project.sourceId} branch ${id}` }]
  })
  const first = { place: { projectId: project.id, branchId: null }, name: null, steps: `project ${project.sourceId}` }
  return [first, ...others]
})

const writeBranches = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  project: TakenProject,
  listed: ReadonlyArray<SourceBranch>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const here = yield* BranchRepository.use((branches) => branches.listOfProject(project.id))
  yield* ensureUsers(
    move,
    people,
    listed.flatMap(({ author }) => author ?? []),
    report
  )
  const taken = yield* moves.listTaken(
    move.sourceId,
    "branch",
    listed.map(({ id }) => id)
  )
  const known = new Map<number, BranchRow>()
  for (const { id, isDefault } of listed) {
    const ourId = taken.get(id)?.ourId
    const found = here.find((one) => (ourId === undefined ? isDefault === true && one.isDefault : one.id === ourId))
    if (found !== undefined) known.set(id, found)
  }
  const erased = listed.filter(({ id }) => taken.has(id) && !known.has(id))
  for (const { name } of erased) report.find("branchDeletedHere", `${project.name}: ${name}`)
  const fresh = listed.filter(({ id }) => !taken.has(id) && !known.has(id))
  const changed = listed.filter(
    (branch) => known.has(branch.id) && taken.get(branch.id)?.digest !== digestOf(factsOf(branch))
  )
  const chosen = yield* rows.chooseIds(
    "branch",
    fresh.map(({ id }) => id)
  )
  const ids = new Map([
    ...[...known].map(([id, branch]) => [id, branch.id] as const),
    ...fresh.map(({ id }, index) => [id, chosen[index] ?? 0] as const)
  ])
  const written = [...fresh, ...changed]
  const names = nameBranches(
    written,
    here.filter(({ id }) => !changed.some((branch) => ids.get(branch.id) === id)).map(({ name }) => name)
  )
  for (const { id, name } of written) {
    const given = names.get(id) ?? name
    if (given !== name) report.find("branchRenamed", `${project.name}: ${name}`, given)
  }
  const contentOf = (branch: SourceBranch) => {
    const origin = listed.find(({ name }) => name === branch.originBranchName)
    return {
      id: ids.get(branch.id) ?? 0,
      name: names.get(branch.id) ?? branch.name,
      isProtected: branch.isProtected ?? false,
      originBranchId: origin === undefined || origin.isDefault === true ? null : (ids.get(origin.id) ?? null)
    }
  }
  // Branches may have exchanged their names.
  yield* rows.update(
    "branch",
    changed.map(({ id }) => ({ id: ids.get(id) ?? 0, name: ` ${id}` }))
  )
  yield* rows.update("branch", changed.map(contentOf))
  yield* rows.insert(
    "branch",
    fresh.map((branch) => {
      const createdAt = new Date(branch.createdAt ?? move.now).getTime()
      return {
        projectId: project.id,
        ...contentOf(branch),
        isDefault: branch.isDefault ?? false,
        state: "READY" as const,
        leasedUntil: null,
        authorId: branch.author == null ? null : (people.get(branch.author.id) ?? null),
        createdAt: Number.isFinite(createdAt) ? createdAt : move.now,
        deletedAt: null
      }
    })
  )
  yield* rows.update("project", [{ id: project.id, useBranching: true }])
  yield* moves.take(
    move.sourceId,
    "branch",
    written.map((branch) => ({
      takenId: branch.id,
      ourId: ids.get(branch.id) ?? 0,
      digest: digestOf(factsOf(branch))
    }))
  )
  const without = listed.filter(({ id, isDefault }) => ids.has(id) && isDefault !== true)
  if (without.length > 0) report.find("branchBases", project.name, without.map(({ name }) => name).join(", "))
  report.count("branch", "added", fresh.length)
  report.count("branch", "changed", changed.length)
  report.count("branch", "unchanged", listed.length - erased.length - written.length)
})

/** Chooses names that no other branch has, by the ids at the source. */
const nameBranches = (branches: ReadonlyArray<SourceBranch>, taken: ReadonlyArray<string>) => {
  const names = new Set(taken)
  const chosen = new Map<number, string>()
  for (const { id, name } of branches) {
    const given = names.has(name) ? `${name.slice(0, nameMaxUtf16Units)}-${id}` : name
    names.add(given)
    chosen.set(id, given)
  }
  return chosen
}

/** Length of a name to which an id is added, so that both together are no longer than names may be. */
const nameMaxUtf16Units = 80

const factsOf = ({ name, isDefault, isProtected, originBranchName }: SourceBranch) => [
  name,
  isDefault ?? false,
  isProtected ?? false,
  originBranchName ?? null
]

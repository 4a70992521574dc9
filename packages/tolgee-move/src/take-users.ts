import type { ServerRole } from "@dragoman/domain/permission"
import { normalizeUsername } from "@dragoman/domain/user"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { type SourceUser, UserModel } from "./source-models.ts"

type ListedUser = typeof UserModel.Type

/** Ids here of users at the source. */
export type People = Map<number, number>

/** Reads the people of earlier runs. */
export const readPeople = Effect.fnUntraced(function* (move: Move) {
  const moves = yield* TolgeeMoveRepository
  const taken = yield* moves.listTaken(move.sourceId, "user", null)
  const people: People = new Map([...taken.values()].map(({ takenId, ourId }) => [takenId, ourId]))
  return people
})

/** Takes all accounts, which only an administrator may list. Others are taken where they are named. */
export const takeUsers = (move: Move, people: People) =>
  runStep(
    move,
    "users",
    Effect.fnUntraced(function* (step) {
      const users = yield* readAllowed(move.server, "/v2/administration/users", UserModel)
      move.printLine(`${users === null ? "The list of users is refused" : `${users.length} users`}`)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          if (users === null)
            report.find("adminOnly", "the list of users: roles, disabled accounts, people who did nothing yet")
          yield* ensureUsers(move, people, users ?? [], report)
          if (move.withDatabase) return
          report.find("passwords", "all users")
          report.find("personalAccessTokens", "all users")
          for (const user of users ?? []) {
            if (user.mfaEnabled === true) report.find("secondFactors", user.username ?? "")
          }
        })
      )
    })
  )

/** Adds accounts that are not here yet. An account with the same user name is the same person. */
export const ensureUsers = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  users: ReadonlyArray<SourceUser | ListedUser>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const distinct = [...new Map(users.map((user) => [user.id, user])).values()]
  const listed = distinct.filter((user) => !people.has(user.id) || "globalServerRole" in user)
  if (listed.length === 0) return
  const taken = yield* moves.listTaken(
    move.sourceId,
    "user",
    listed.map(({ id }) => id)
  )
  const known = listed.filter(({ id }) => taken.has(id))
  const changed = known.filter((user) => {
    const digest = taken.get(user.id)?.digest ?? null
    // Without a digest the account existed here before.
    return digest !== null && "globalServerRole" in user && digest !== digestOf(factsOf(user))
  })
  yield* rows.update(
    "user",
    changed.map((user) => ({
      id: taken.get(user.id)?.ourId ?? 0,
      name: nameOf(user),
      disabledAt: disabledAtOf(user, move.now)
    }))
  )
  yield* moves.take(
    move.sourceId,
    "user",
    changed.map((user) => ({
      takenId: user.id,
      ourId: taken.get(user.id)?.ourId ?? 0,
      digest: digestOf(factsOf(user))
    }))
  )
  report.count("user", "changed", changed.length)
  report.count("user", "unchanged", known.length - changed.length)

  const fresh = listed.filter(({ id }) => !taken.has(id))
  const here = yield* rows.findUsers(fresh.filter((user) => user.deleted !== true).map(usernameOf))
  const idByName = new Map(here.map(({ id, username }) => [username, id]))
  const [added, merged] = [[] as (SourceUser | ListedUser)[], [] as (SourceUser | ListedUser)[]]
  for (const user of fresh) {
    const isHere = user.deleted !== true && idByName.has(usernameOf(user))
    if (isHere) merged.push(user)
    else {
      added.push(user)
      // Older servers had user names that differ in case only: they are one here.
      if (user.deleted !== true) idByName.set(usernameOf(user), 0)
    }
  }
  const ids = yield* rows.chooseIds(
    "user",
    added.map(({ id }) => id)
  )
  yield* rows.insert(
    "user",
    added.map((user, index) => ({
      id: ids[index] ?? 0,
      username: usernameOf(user),
      name: nameOf(user),
      passwordHash: null,
      serverRole: roleOf(user),
      createdAt: move.now,
      disabledAt: disabledAtOf(user, move.now),
      deletedAt: user.deleted === true ? move.now : null
    }))
  )
  for (const [index, user] of added.entries()) {
    people.set(user.id, ids[index] ?? 0)
    if (user.deleted !== true) idByName.set(usernameOf(user), ids[index] ?? 0)
    if ("globalServerRole" in user && user.globalServerRole === "SUPPORTER")
      report.find("serverRole", usernameOf(user), "SUPPORTER")
  }
  for (const user of merged) {
    people.set(user.id, idByName.get(usernameOf(user)) ?? 0)
    report.find("userTaken", usernameOf(user))
  }
  yield* moves.take(move.sourceId, "user", [
    ...added.map((user) => ({ takenId: user.id, ourId: people.get(user.id) ?? 0, digest: digestOf(factsOf(user)) })),
    ...merged.map((user) => ({ takenId: user.id, ourId: people.get(user.id) ?? 0, digest: null }))
  ])
  report.count("user", "added", added.length)
  report.count("user", "unchanged", merged.length)
})

const usernameOf = (user: SourceUser): string => normalizeUsername(user.username ?? `user-${user.id}`)

const nameOf = (user: SourceUser): string => user.name || usernameOf(user)

const roleOf = (user: SourceUser | ListedUser): ServerRole =>
  "globalServerRole" in user && user.globalServerRole === "ADMIN" ? "ADMIN" : "USER"

const disabledAtOf = (user: SourceUser | ListedUser, now: number): number | null =>
  "disabled" in user && user.disabled === true ? now : null

const factsOf = (user: SourceUser | ListedUser) => [nameOf(user), "disabled" in user && user.disabled === true]

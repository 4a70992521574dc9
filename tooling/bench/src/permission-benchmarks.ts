import { createMongoAbility, type RawRuleOf, subject } from "@casl/ability"
import {
  computePermission,
  hasScope,
  type PermissionFacts,
  permissionOfScopes,
  permissionOfType,
  permissionTypes,
  rawScopes,
  type Scope,
  scopes
} from "@dragoman/domain/permission"
import type { Result } from "./result.ts"
import { median, medianWithRange, round } from "./statistics.ts"

const rounds = 9
const userCount = 2_000
const projectsPerUser = 10
const organizationId = 1
const computations = 4_000_000
const checks = 20_000_000
const caslChecks = 100_000

/** May this user do this in that project? One record per pair of user and project. */
interface Question {
  readonly user: number
  readonly projectId: number
  readonly facts: PermissionFacts
  readonly scope: Scope
}

const basePermission = permissionOfType("VIEW")

/** Kinds of users as they occur: members, owners, strangers, administrators; direct permissions by type and granular. */
const makeQuestions = (): ReadonlyArray<Question> =>
  Array.from({ length: userCount * projectsPerUser }, (_, index) => {
    const user = index % userCount
    const projectId = 1 + Math.floor(index / userCount)
    const hasDirect = (user + projectId) % 5 === 0
    const direct =
      projectId % 2 === 0
        ? permissionOfScopes(["translations.edit", scopes[user % scopes.length] ?? "keys.view"])
        : permissionOfType(permissionTypes[user % permissionTypes.length] ?? "VIEW")
    return {
      user,
      projectId,
      facts: {
        organizationRole: user % 17 === 0 ? "OWNER" : user % 7 === 0 ? null : "MEMBER",
        basePermission,
        directPermission: hasDirect ? direct : null,
        serverRole: user % 101 === 0 ? "ADMIN" : "USER"
      },
      scope: scopes[(index * 7) % scopes.length] ?? "keys.view"
    }
  })

/** The same rules for CASL: one prepared ability per user; later rules win, so direct permissions stand behind the base. */
const makeAbility = (questions: ReadonlyArray<Question>) => {
  const [first] = questions
  const all = [...scopes]
  const rules: Array<RawRuleOf<ReturnType<typeof createMongoAbility>>> = []
  const can = (action: ReadonlyArray<string>, conditions: Record<string, number>) =>
    action.length > 0 && rules.push({ action: [...action], subject: "Project", conditions })
  if (first?.facts.serverRole === "ADMIN" || first?.facts.organizationRole === "OWNER") can(all, { organizationId })
  else {
    if (first?.facts.organizationRole === "MEMBER") can(expandedScopes(first.facts, true), { organizationId })
    for (const { facts, projectId } of questions) {
      if (facts.directPermission === null) continue
      rules.push({ action: all, subject: "Project", conditions: { id: projectId }, inverted: true })
      can(expandedScopes(facts, false), { id: projectId })
    }
  }
  return createMongoAbility(rules)
}

const expandedScopes = (facts: PermissionFacts, isBase: boolean): ReadonlyArray<string> =>
  computePermission({ ...facts, directPermission: isBase ? null : facts.directPermission, serverRole: "USER" }).scopes

const perSecond = (count: number, run: () => number): number => {
  const startedAt = performance.now()
  // The result is used, so that nothing of the loop can be left out.
  if (run() < 0) throw new Error("impossible")
  return (count / (performance.now() - startedAt)) * 1000
}

/** The permission function by itself, and against `@casl/ability` on the same rules and questions. */
export const permissionBenchmarks = (): ReadonlyArray<Result> => {
  const questions = makeQuestions()
  const ofUser = Map.groupBy(questions, ({ user }) => user)
  const abilities = Array.from({ length: userCount }, (_, user) => makeAbility(ofUser.get(user) ?? []))
  const projects = questions.map(({ projectId }) => subject("Project", { id: projectId, organizationId }))
  if (rawScopes(basePermission).length === 0) throw new Error("the base permission is empty")

  const answer = ({ facts, scope }: Question) => hasScope(computePermission(facts), scope)
  const caslAnswer = (index: number) => {
    const question = questions[index]
    const project = projects[index]
    return (
      question !== undefined && project !== undefined && abilities[question.user]?.can(question.scope, project) === true
    )
  }
  for (const [index, question] of questions.entries()) {
    if (answer(question) !== caslAnswer(index)) throw new Error(`the answers to question ${index} differ`)
  }

  const count = questions.length
  const compute = () => {
    let sum = 0
    for (let index = 0; index < computations; index++) if (answer(questions[index % count] as Question)) sum++
    return sum
  }
  const computed = questions.map(({ facts }) => computePermission(facts))
  const check = () => {
    let sum = 0
    for (let index = 0; index < checks; index++) {
      const permission = computed[index % count]
      if (permission !== undefined && hasScope(permission, scopes[index % 28] ?? "admin")) sum++
    }
    return sum
  }
  const casl = () => {
    let sum = 0
    for (let index = 0; index < caslChecks; index++) if (caslAnswer(index % count)) sum++
    return sum
  }

  const measured = Array.from({ length: rounds }, () => ({
    computed: perSecond(computations, compute),
    checked: perSecond(checks, check),
    casl: perSecond(caslChecks, casl)
  }))
  const million = 1_000_000
  const computedMillions = measured.map(({ computed: value }) => value / million)
  const checkedMillions = measured.map(({ checked }) => checked / million)
  const caslRatios = measured.map(({ computed: value, casl: other }) => value / other)
  return [
    {
      name: "permission computed and one scope asked, one core",
      measured: `${medianWithRange(computedMillions, 1)} million/s`,
      target: "≥ 10 million/s",
      reached: median(computedMillions) >= 10,
      detail: `${count} pairs of user and project`
    },
    {
      name: "the same questions to `@casl/ability`, one prepared ability per user",
      measured: `${medianWithRange(caslRatios, 0)} × as fast`,
      target: "≥ 20 ×",
      reached: median(caslRatios) >= 20,
      detail: `CASL ${round(median(measured.map(({ casl: other }) => other / million)))} million/s, same answers`
    },
    {
      name: "one scope asked of a computed permission, one core",
      measured: `${medianWithRange(checkedMillions, 1)} million/s`,
      target: "≥ 50 million/s",
      reached: median(checkedMillions) >= 50,
      detail: ""
    }
  ]
}

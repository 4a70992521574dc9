import {
  GlossaryRepository,
  GlossaryTermRepository,
  MovedRowRepository,
  QualityCheckRepository,
  TolgeeMoveRepository
} from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, StepReport } from "./move.ts"
import { checkPage, itemsOf, readAllowed } from "./read-pages.ts"
import {
  GlossaryLanguageModel,
  GlossaryModel,
  GlossaryTermModel,
  NamedProjectModel,
  pageOf,
  type SourceGlossaryTerm
} from "./source-models.ts"
import { SourceRefused } from "./source-server.ts"
import { readOrganizations } from "./take-organizations.ts"
import type { TakenProject } from "./take-projects.ts"

/** Number of terms on a page: one transaction. */
const termsPerPage = 1_000

const TermPage = pageOf(GlossaryTermModel)

/** A glossary at the source, with the projects that use it. */
interface ReadGlossary {
  readonly id: number
  readonly content: { readonly name: string; readonly baseLanguageTag: string }
  /** null: the token does not show them. */
  readonly assigned: ReadonlyArray<typeof NamedProjectModel.Type> | null
}

/** Takes glossaries with their terms; the projects that use them were taken before. */
export const takeGlossaries = Effect.fnUntraced(function* (move: Move, projects: ReadonlyArray<TakenProject>) {
  const moves = yield* TolgeeMoveRepository
  for (const { id: sourceId } of yield* readOrganizations(move)) {
    const organization = (yield* moves.listTaken(move.sourceId, "organization", [sourceId])).get(sourceId)
    if (organization === undefined) continue
    const path = `/v2/organizations/${sourceId}/glossaries`
    // Servers without the feature reject the list.
    for (const { id, name, baseLanguageTag } of (yield* readAllowed(move.server, path, GlossaryModel)) ?? []) {
      yield* takeGlossary(move, organization.ourId, projects, `${path}/${id}`, {
        id,
        content: { name, baseLanguageTag }
      })
    }
  }
})

const takeGlossary = (
  move: Move,
  organizationId: number,
  projects: ReadonlyArray<TakenProject>,
  path: string,
  { id, content }: Omit<ReadGlossary, "assigned">
) =>
  runStep(
    move,
    `glossary ${id}`,
    Effect.fnUntraced(function* (step) {
      const assigned = yield* readAllowed(move.server, `${path}/assigned-projects`, NamedProjectModel)
      const languages = (yield* readAllowed(move.server, `${path}/languages`, GlossaryLanguageModel)) ?? []
      const tags = languages.map(({ tag }) => `&languageTags=${encodeURIComponent(tag)}`).join("")
      const isBegun = step.cursor !== null
      // A move that continues has counted the glossary before.
      const ourId = yield* step.commit(step.cursor ?? "0", (report) =>
        writeGlossary(move, organizationId, projects, { id, content, assigned }, isBegun ? new StepReport() : report)
      )
      if (ourId === null) return
      for (let page = Number(step.cursor ?? 0); ; page++) {
        yield* checkPage(move.server, path, page)
        const read = yield* move.server
          .get(`${path}/termsWithTranslations?size=${termsPerPage}&sort=id,asc&page=${page}${tags}`, TermPage)
          .pipe(
            Effect.catchIf(
              (error) => error instanceof SourceRefused,
              () => Effect.succeed(null)
            )
          )
        yield* step.commit(String(page + 1), (report) =>
          read === null
            ? Effect.sync(() => report.find("adminOnly", `terms of the glossary ${content.name}`))
            : writeTerms(move, { id: ourId, ...content }, itemsOf(read), report)
        )
        if (page + 1 >= (read?.page?.totalPages ?? 0)) return
      }
    })
  )

/** Writes a glossary and its assignments, when they are new or have changed. Returns its id here, null: it was deleted here. */
const writeGlossary = Effect.fnUntraced(function* (
  move: Move,
  organizationId: number,
  projects: ReadonlyArray<TakenProject>,
  { id: sourceId, content, assigned }: ReadGlossary,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const repository = yield* GlossaryRepository
  const taken = (yield* moves.listTaken(move.sourceId, "glossary", [sourceId])).get(sourceId)
  if (taken !== undefined && !(yield* rows.existing("glossary", [taken.ourId])).has(taken.ourId)) {
    report.find("glossaryDeletedHere", content.name)
    return null
  }
  if (assigned === null) report.find("adminOnly", `projects of the glossary ${content.name}`)
  const digest = digestOf([content, assigned?.map(({ id }) => id).toSorted((left, right) => left - right) ?? null])
  report.count("glossary", taken === undefined ? "added" : taken.digest === digest ? "unchanged" : "changed")
  const ids = new Map(projects.map((project) => [project.sourceId, project.id]))
  const wanted = (assigned ?? []).flatMap((one) => ids.get(one.id) ?? [])
  const assignable = new Set(yield* repository.filterAssignable(organizationId, wanted))
  for (const { id, name } of assigned ?? []) {
    if (!assignable.has(ids.get(id) ?? 0)) report.find("glossaryAssignment", content.name, name ?? `project ${id}`)
  }
  if (taken?.digest === digest) return taken.ourId
  const [free = 0] = taken === undefined ? yield* rows.chooseIds("glossary", [sourceId]) : []
  const ourId = taken?.ourId ?? free
  if (taken === undefined) {
    yield* rows.insert("glossary", [{ id: ourId, organizationId, ...content, version: 0, createdAt: move.now }])
  } else {
    yield* repository.update(ourId, content)
    yield* repository.raiseVersion(ourId)
  }
  if (assigned !== null) {
    const checks = yield* QualityCheckRepository
    const present = yield* repository.listProjects([ourId], null)
    const removed = present.flatMap(({ id }) => (assignable.has(id) ? [] : [id]))
    yield* repository.unassign(ourId, removed)
    // Issues about its terms go with the next check.
    for (const projectId of removed) if (yield* checks.isUsed(projectId)) yield* checks.markStale(projectId, null)
    yield* repository.assign(ourId, [...assignable])
  }
  yield* moves.take(move.sourceId, "glossary", [{ takenId: sourceId, ourId, digest }])
  return ourId
})

/** Writes terms that are new or have changed, with their texts. */
const writeTerms = Effect.fnUntraced(function* (
  move: Move,
  glossary: ReadGlossary["content"] & { readonly id: number },
  terms: ReadonlyArray<SourceGlossaryTerm>,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const repository = yield* GlossaryTermRepository
  const glossaries = yield* GlossaryRepository
  const contents = new Map(terms.map((term) => [term.id, contentOf(term, glossary.baseLanguageTag)]))
  const taken = yield* moves.listTaken(move.sourceId, "glossaryTerm", [...contents.keys()])
  const differing = [...contents].flatMap(([sourceId, content]) => {
    const digest = digestOf(content)
    return taken.get(sourceId)?.digest === digest ? [] : [{ sourceId, content, digest }]
  })
  const alive = yield* rows.existing(
    "glossaryTerm",
    [...taken.values()].map(({ ourId }) => ourId)
  )
  const fresh = differing.filter(({ sourceId }) => !taken.has(sourceId))
  const ids = yield* rows.chooseIds(
    "glossaryTerm",
    fresh.map(({ sourceId }) => sourceId)
  )
  const added = fresh.map((term, index) => ({ ...term, ourId: ids[index] ?? 0 }))
  // A term that was deleted here stays so.
  const changed = differing.flatMap((term) => {
    const ourId = taken.get(term.sourceId)?.ourId ?? 0
    return alive.has(ourId) ? [{ ...term, ourId }] : []
  })
  yield* rows.insert(
    "glossaryTerm",
    added.map(({ ourId, content }) => ({ id: ourId, glossaryId: glossary.id, ...content.fields }))
  )
  yield* repository.update(changed.map(({ ourId, content }) => ({ id: ourId, ...content.fields })))
  const present = yield* repository.listTexts(
    changed.map(({ ourId }) => ourId),
    null
  )
  const written = [...added, ...changed].flatMap(({ ourId, content }) =>
    content.texts.map(({ languageTag, text }) => ({ termId: ourId, languageTag, text }))
  )
  const kept = new Set(written.map(({ termId, languageTag }) => `${termId} ${languageTag}`))
  const gone = present.filter(({ termId, languageTag }) => !kept.has(`${termId} ${languageTag}`))
  yield* repository.setTexts(glossary.id, [...gone.map((row) => ({ ...row, text: "" })), ...written])
  yield* moves.take(
    move.sourceId,
    "glossaryTerm",
    [...added, ...changed].map(({ sourceId, ourId, digest }) => ({ takenId: sourceId, ourId, digest }))
  )
  if (added.length + changed.length > 0) yield* glossaries.raiseVersion(glossary.id)
  report.count("glossaryTerm", "added", added.length)
  report.count("glossaryTerm", "changed", changed.length)
  report.count("glossaryTerm", "unchanged", terms.length - added.length - changed.length)
})

/** Converts a term for storage: one that is not translated has a text in the base language only. */
const contentOf = (term: SourceGlossaryTerm, baseLanguageTag: string) => {
  const isNonTranslatable = term.flagNonTranslatable ?? false
  const texts = (term.translations ?? []).flatMap(({ languageTag, text }) =>
    !text || (isNonTranslatable && languageTag !== baseLanguageTag) ? [] : [{ languageTag, text }]
  )
  return {
    fields: {
      description: term.description || null,
      isNonTranslatable,
      isCaseSensitive: term.flagCaseSensitive ?? false,
      isAbbreviation: term.flagAbbreviation ?? false,
      isForbidden: term.flagForbiddenTerm ?? false
    },
    texts: texts.toSorted((left, right) => (left.languageTag < right.languageTag ? -1 : 1))
  }
}

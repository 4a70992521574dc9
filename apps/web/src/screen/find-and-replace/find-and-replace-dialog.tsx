import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ProjectModel, Request, Response } from "../../base/api/contract.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { checkTypeName } from "../../feature/quality-check/check-type-name.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { usePaused } from "../../widget/form/paused-value.ts"
import { useSubmit } from "../../widget/form/submit.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { MultiSelect } from "../../widget/ui/multi-select.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import { startAndFollowJob } from "../batch-job/follow-job.tsx"
import styles from "./find-and-replace-dialog.module.css"

type Filters = Request<"startBatchJob", "previewFindAndReplace">["query"]
type Sought = Request<"startBatchJob", "previewFindAndReplace">["payload"]
type Preview = Response<"startBatchJob", "previewFindAndReplace">
type Match = Preview["matches"][number]

interface FindAndReplaceDialogProps {
  readonly project: ProjectModel
  /** The shown languages. */
  readonly shown: ReadonlyArray<LanguageModel>
  /** The filters of the list: other keys are not searched. */
  readonly filters: Filters
  readonly onClose: () => void
}

/** Pause in typing, in milliseconds, after which the texts are searched. */
const pauseMillis = 300

/** Longest text of both fields, in UTF-16 units. */
const fieldMaxUtf16Units = 500

/** Replaces a text in the texts of the list, and shows before what changes. */
export const FindAndReplaceDialog = ({ project, shown, filters, onClose }: FindAndReplaceDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { translateLanguageIds } = project.computedPermission
  const offered = shown.filter(({ id }) => translateLanguageIds === null || translateLanguageIds.includes(id))
  const [languageIds, setLanguageIds] = useState<ReadonlyArray<number>>(offered.map(({ id }) => id))
  const [search, setSearch] = useState("")
  const [replacement, setReplacement] = useState("")
  const [matchCase, setMatchCase] = useState(false)
  const [wholeWord, setWholeWord] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const sought = { languageIds, search, replacement, matchCase, wholeWord }
  const asked = usePaused(JSON.stringify(sought), pauseMillis)
  const preview = useQuery(previewQuery(project.id, filters, JSON.parse(asked) as Sought))
  const isFresh = asked === JSON.stringify(sought) && !preview.isPlaceholderData && !preview.isFetching
  const found = search === "" || languageIds.length === 0 ? undefined : preview.data
  const except = (found?.matches ?? []).filter((match) => leftOut.has(nameOf(match)))
  const count = found === undefined ? 0 : found.texts - found.failingTexts - except.length
  const form = useSubmit(async () => {
    if (found === undefined || !isFresh) return
    await startAndFollowJob(
      {
        projectId: project.id,
        keyIds: found.keyIds,
        operation: {
          type: "FIND_AND_REPLACE",
          ...sought,
          exceptTexts: except.map(({ keyId, languageId }) => ({ keyId, languageId })),
          revisionId: found.revisionId
        }
      },
      {
        client,
        t,
        onEnd: () => void client.invalidateQueries({ queryKey: ["project", project.id, "translations"] }),
        onShowFailed: (jobId) =>
          void navigate({
            to: "/projects/$projectId/translations",
            params: { projectId: project.id },
            search: { "failed-job": String(jobId) }
          })
      }
    )
    onClose()
  })
  const obstacle = search === "" ? t("replace.enter") : count === 0 ? t("replace.none") : null
  return (
    <FormDialog
      title={t("replace.title")}
      action={t("replace.action", { count })}
      form={form}
      disabledReason={obstacle ?? (isFresh ? null : t("replace.searching"))}
      onClose={onClose}
    >
      <TextField
        label={t("replace.search")}
        value={search}
        onChange={setSearch}
        maxLength={fieldMaxUtf16Units}
        autoFocus
      />
      <TextField
        label={t("replace.replacement")}
        value={replacement}
        onChange={setReplacement}
        maxLength={fieldMaxUtf16Units}
      />
      <div className={styles["choices"]}>
        <Checkbox isSelected={matchCase} onChange={setMatchCase}>
          {t("replace.match-case")}
        </Checkbox>
        <Checkbox isSelected={wholeWord} onChange={setWholeWord}>
          {t("replace.whole-word")}
        </Checkbox>
      </div>
      <MultiSelect
        label={t("filter.languages")}
        none={t("selection.choose")}
        options={offered.map(({ id, tag }) => ({ value: String(id), label: languageName(tag, t.language) }))}
        values={languageIds.map(String)}
        onChange={(ids) => setLanguageIds(ids.map(Number))}
      />
      {search !== "" && languageIds.length > 0 && (
        <QueryState query={preview} skeleton="160px">
          {(data) => (
            <Matches
              preview={data}
              leftOut={leftOut}
              onChoose={(name, isChosen) => {
                const next = new Set(leftOut)
                if (isChosen) next.delete(name)
                else next.add(name)
                setLeftOut(next)
              }}
            />
          )}
        </QueryState>
      )}
    </FormDialog>
  )
}

interface MatchesProps {
  readonly preview: Preview
  readonly leftOut: ReadonlySet<string>
  readonly onChoose: (name: string, isChosen: boolean) => void
}

/** The matches with the difference, and a box to leave each of them out. */
const Matches = ({ preview, leftOut, onChoose }: MatchesProps) => {
  const t = useText()
  const { texts, reviewedTexts, damagedTexts, failingTexts, matches } = preview
  return (
    <>
      <p role="status">
        {t("replace.found", { count: texts })} {texts > matches.length && t("replace.first", { count: matches.length })}
      </p>
      {reviewedTexts > 0 && <p>{t("replace.reviewed", { count: reviewedTexts })}</p>}
      {damagedTexts > 0 && <Callout kind="warning">{t("replace.damaged", { count: damagedTexts })}</Callout>}
      {failingTexts > 0 && <Callout kind="warning">{t("replace.failing", { count: failingTexts })}</Callout>}
      <ul className={styles["matches"]}>
        {matches.map((match) => (
          <li key={nameOf(match)}>
            <Checkbox
              isSelected={match.failure === null && !leftOut.has(nameOf(match))}
              isDisabled={match.failure !== null}
              onChange={(isChosen) => onChoose(nameOf(match), isChosen)}
            >
              <span className={styles["match"]}>
                <span className={styles["place"]}>
                  <bdi dir="ltr">{match.keyName}</bdi>, {languageName(match.languageTag, t.language)}
                </span>
                <WordDiff before={match.before} after={match.after ?? ""} languageTag={match.languageTag} />
                {match.stateBefore === "REVIEWED" && match.stateAfter !== "REVIEWED" && (
                  <span className={styles["place"]}>{t("replace.loses-review")}</span>
                )}
                {match.damage.length > 0 && (
                  <span className={styles["warning"]}>
                    {t("replace.breaks", { checks: match.damage.map((type) => checkTypeName(type, t)).join(", ") })}
                  </span>
                )}
                {match.failure !== null && (
                  <span className={styles["warning"]}>{sentenceOfCode(match.failure) ?? match.failure}</span>
                )}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameOf = ({ keyId, languageId }: Match): string => `${keyId}:${languageId}`

const previewQuery = (projectId: number, query: Filters, payload: Sought) =>
  queryOptions({
    queryKey: ["project", projectId, "find-and-replace", query, payload],
    queryFn: ({ signal }) =>
      call("startBatchJob", "previewFindAndReplace", { params: { projectId }, query, payload }, { signal }),
    enabled: payload.search !== "" && (payload.languageIds ?? []).length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0
  })

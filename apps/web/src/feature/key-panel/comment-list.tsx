import { splitMentions } from "@dragoman/domain/comment"
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import { type KeyboardEvent, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { CommentModel, LanguageModel, ListedTranslationModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import { Time } from "../../widget/ui/time.tsx"
import { missingScope } from "../permission/missing-scope.ts"
import { CommentField } from "./comment-field.tsx"
import styles from "./comment-list.module.css"
import panelStyles from "./key-panel.module.css"
import type { MentionPlace } from "./mention-picker.tsx"
import { commentsQuery } from "./panel-queries.ts"

interface CommentListProps {
  readonly project: ProjectModel
  readonly keyId: number
  readonly language: LanguageModel
  readonly translation: ListedTranslationModel
  readonly userId: number
  /** Keeps the marks of the list right. */
  readonly onChange: (change: (translation: ListedTranslationModel) => ListedTranslationModel) => void
}

/** Comments that were typed and not sent, by text: another text may come into the panel meanwhile. */
const typedTexts = new Map<string, string>()

/** The comments on a text, and the field for a new one. */
export const CommentList = ({ project, keyId, language, translation, userId, onChange }: CommentListProps) => {
  const t = useText()
  const client = useQueryClient()
  const query = commentsQuery(project.id, translation.id)
  const place = { projectId: project.id, languageId: language.id }
  const comments = useInfiniteQuery(query)

  const count = (comments: number, unresolved: number, translationId: number) =>
    onChange((shown) => ({
      ...shown,
      id: translationId,
      commentCount: Math.max(0, shown.commentCount + comments),
      unresolvedCommentCount: Math.max(0, shown.unresolvedCommentCount + unresolved)
    }))
  const readAgain = () => client.invalidateQueries({ queryKey: query.queryKey })
  const change = async (write: () => Promise<{ readonly comments: number; readonly unresolved: number }>) => {
    if (translation.id === null) return
    try {
      const { comments, unresolved } = await write()
      count(comments, unresolved, translation.id)
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await readAgain()
  }
  const paramsOf = (comment: CommentModel) => ({
    projectId: project.id,
    translationId: translation.id ?? 0,
    commentId: comment.id
  })

  const shown = comments.data?.pages.flatMap((page) => page._embedded?.translationComments ?? []) ?? []
  return (
    <div className={panelStyles["stack"]}>
      {comments.isError ? (
        <ErrorState error={comments.error} onRetry={() => comments.refetch()} />
      ) : comments.data === undefined && translation.id !== null ? (
        <Skeleton height="64px" />
      ) : shown.length === 0 ? (
        <p className={panelStyles["quiet"]}>{t("comment.empty")}</p>
      ) : (
        <ul className={styles["list"]} aria-label={t("comment.title")}>
          {shown.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              place={place}
              isMine={comment.author.id === userId}
              stateObstacle={missingScope(project, "translation-comments.set-state", t)}
              deleteObstacle={
                comment.author.id === userId ? null : missingScope(project, "translation-comments.edit", t)
              }
              onSetState={(state) =>
                change(async () => {
                  await call("comment", "setState", { params: { ...paramsOf(comment), state } })
                  return { comments: 0, unresolved: openness(state) - openness(comment.state) }
                })
              }
              onDelete={async () => {
                await call("comment", "delete", { params: paramsOf(comment) })
                count(-1, -openness(comment.state), translation.id ?? 0)
                await readAgain()
              }}
              onEdit={async (text) => {
                await call("comment", "edit", { params: paramsOf(comment), payload: { text, state: comment.state } })
                await readAgain()
              }}
            />
          ))}
        </ul>
      )}
      {comments.hasNextPage && (
        <Button isPending={comments.isFetchingNextPage} onPress={() => comments.fetchNextPage()}>
          {t("comment.more")}
        </Button>
      )}
      <NewComment
        place={place}
        name={`${project.id}:${keyId}:${language.tag}`}
        obstacle={missingScope(project, "translation-comments.add", t)}
        onAdd={async (text, state) => {
          const added = await call("comment", "addToKey", {
            params: { projectId: project.id },
            payload: { keyId, languageId: language.id, text, state }
          })
          count(1, openness(added.comment.state), added.translation.id)
          await client.invalidateQueries({ queryKey: commentsQuery(project.id, added.translation.id).queryKey })
        }}
      />
    </div>
  )
}

type CommentState = CommentModel["state"]

/** Returns 1 for an unresolved comment, else 0. */
const openness = (state: CommentState): number => (state === "NEEDS_RESOLUTION" ? 1 : 0)

interface CommentProps {
  readonly comment: CommentModel
  readonly place: MentionPlace
  readonly isMine: boolean
  readonly stateObstacle: string | null
  readonly deleteObstacle: string | null
  readonly onSetState: (state: CommentState) => void
  readonly onDelete: () => Promise<void>
  readonly onEdit: (text: string) => Promise<void>
}

const Comment = ({ comment, place, isMine, onSetState, onDelete, onEdit, ...obstacles }: CommentProps) => {
  const t = useText()
  const [mode, setMode] = useState<"read" | "edit" | "delete">("read")
  const { author, state, text } = comment
  const name = author.name || author.username
  return (
    <li className={styles["comment"]} data-state={state}>
      <div className={styles["head"]}>
        <Avatar name={name} picture={author.avatar} />
        <bdi className={styles["author"]}>{name}</bdi>
        <span className={panelStyles["quiet"]}>
          <Time at={comment.createdAt} />
        </span>
        {state !== "RESOLUTION_NOT_NEEDED" && (
          <span className={state === "RESOLVED" ? styles["resolved"] : styles["open"]}>
            {t(state === "RESOLVED" ? "comment.resolved" : "comment.open")}
          </span>
        )}
      </div>
      {mode === "edit" ? (
        <EditedComment
          place={place}
          text={text}
          onSave={async (edited) => {
            await onEdit(edited)
            setMode("read")
          }}
          onClose={() => setMode("read")}
        />
      ) : (
        <>
          <p dir="auto" className={styles["text"]}>
            <CommentText text={text} />
          </p>
          <div className={styles["actions"]}>
            {state !== "RESOLUTION_NOT_NEEDED" && (
              <Button
                kind="quiet"
                disabledReason={obstacles.stateObstacle}
                onPress={() => onSetState(state === "RESOLVED" ? "NEEDS_RESOLUTION" : "RESOLVED")}
              >
                {t(state === "RESOLVED" ? "comment.reopen" : "comment.resolve")}
              </Button>
            )}
            {isMine && (
              <Button kind="quiet" onPress={() => setMode("edit")}>
                {t("action.edit")}
              </Button>
            )}
            <Button kind="quiet" disabledReason={obstacles.deleteObstacle} onPress={() => setMode("delete")}>
              {t("comment.delete")}
            </Button>
          </div>
        </>
      )}
      {mode === "delete" && (
        <ConfirmDialog
          title={t("comment.delete-title")}
          action={t("comment.delete")}
          onConfirm={onDelete}
          onClose={() => setMode("read")}
        >
          <p dir="auto" className={styles["text"]}>
            <CommentText text={text} />
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** The text with the names of mentioned users in place of their marks. */
const CommentText = ({ text }: { readonly text: string }) =>
  splitMentions(text).map((piece, index) =>
    piece.kind === "text" ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other order
      <bdi key={index} className={styles["mention"]}>
        @{piece.name}
      </bdi>
    )
  )

interface EditedCommentProps {
  readonly place: MentionPlace
  readonly text: string
  readonly onSave: (text: string) => Promise<void>
  readonly onClose: () => void
}

const EditedComment = ({ place, text: before, onSave, onClose }: EditedCommentProps) => {
  const t = useText()
  const [text, setText] = useState(before)
  const { submit, fields, message, isBusy } = useSubmit(() => onSave(text))
  return (
    <form className={panelStyles["stack"]} onSubmit={submit} onKeyDown={submitByControlEnter} noValidate>
      <CommentField
        place={place}
        label={t("comment.text")}
        value={text}
        onChange={setText}
        error={fields["text"] ?? message}
        rows={3}
      />
      <div className={styles["actions"]}>
        <Button onPress={onClose}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("action.save")}
        </Button>
      </div>
    </form>
  )
}

interface NewCommentProps {
  readonly place: MentionPlace
  /** Identifies the draft of an unsent comment. */
  readonly name: string
  readonly obstacle: string | null
  readonly onAdd: (text: string, state: CommentState) => Promise<void>
}

const NewComment = ({ place, name, obstacle, onAdd }: NewCommentProps) => {
  const t = useText()
  const [text, setText] = useState(typedTexts.get(name) ?? "")
  const [needsResolution, setNeedsResolution] = useState(true)
  const write = (next: string) => {
    setText(next)
    if (next === "") typedTexts.delete(name)
    else typedTexts.set(name, next)
  }
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    if (obstacle !== null) return
    await onAdd(text, needsResolution ? "NEEDS_RESOLUTION" : "RESOLUTION_NOT_NEEDED")
    write("")
  })
  return (
    <form className={panelStyles["stack"]} onSubmit={submit} onKeyDown={submitByControlEnter} noValidate>
      <CommentField
        place={place}
        label={t("comment.new")}
        value={text}
        onChange={write}
        error={fields["text"] ?? message}
      />
      <Checkbox isSelected={needsResolution} onChange={setNeedsResolution}>
        {t("comment.needs-resolution")}
      </Checkbox>
      <div className={styles["actions"]}>
        <Button kind="primary" type="submit" isPending={isBusy} disabledReason={obstacle}>
          {t("comment.add")}
        </Button>
      </div>
    </form>
  )
}

const submitByControlEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

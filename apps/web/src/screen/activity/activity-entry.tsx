import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { useId, useState } from "react"
import { directionOf, useText } from "../../base/texts/text.ts"
import { activitySentence, activityTextsQuery } from "../../feature/activity/activity-sentence.ts"
import { type ActivityGroup, entitiesOf, type SingleText, singleTextOf } from "../../feature/activity/join-revisions.ts"
import { UndoButton } from "../../feature/revert/undo-button.tsx"
import { Avatar } from "../../widget/ui/avatar.tsx"
import { Button } from "../../widget/ui/button.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { NoticeList } from "../../widget/ui/notice-list.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./activity-entry.module.css"
import { countsOf, countsText, hasKeys } from "./revision-counts.ts"

// Brings the comparison of words with it, which the dashboard does without.
const RevisionChanges = lazyPart(() => import("./revision-changes.tsx"), "RevisionChanges", <Skeleton height="80px" />)
const EntityChanges = lazyPart(() => import("./revision-changes.tsx"), "EntityChanges", <Skeleton height="80px" />)

interface ActivityEntryProps {
  readonly projectId: number
  readonly group: ActivityGroup
  /** The one revision of its screen: open, without a link to itself. */
  readonly isAlone?: boolean
  /** A line of a summary, which cannot be opened. */
  readonly isShort?: boolean
}

/** Says in a sentence who changed what and when; opens to the changed entities. */
export const ActivityEntry = ({ projectId, group, isAlone = false, isShort = false }: ActivityEntryProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(isAlone)
  const changesId = useId()
  const [revision, ...earlier] = group.revisions
  const { revisionId, timestamp, author, notices = [], noticeCount = 0 } = revision
  const counts = countsOf(revision)
  const name = author === null ? t("activity.server") : author.name || author.username
  const single = singleTextOf(group)
  const params = { projectId, revisionId }
  return (
    <li className={styles["entry"]}>
      <div className={styles["head"]}>
        <Avatar name={name} picture={author?.avatar ?? null} />
        <div className={styles["text"]}>
          <Sentence group={group} />
          {single !== null && !isAlone && <ChangedText {...single} />}
          <p className={styles["facts"]}>
            {isAlone ? (
              <Time at={timestamp} style="exact" />
            ) : (
              <Link to="/projects/$projectId/activity/$revisionId" params={params}>
                <Time at={timestamp} />
              </Link>
            )}
            {revision.counts !== null && Object.keys(counts).length > 0 && <span>{countsText(counts, t)}</span>}
            {isShort && noticeCount > 0 && <span>{t("import.notices", { count: noticeCount })}</span>}
          </p>
          {!isShort && noticeCount > 0 && <NoticeList notices={notices} count={noticeCount} />}
        </div>
        {!isShort && (
          <div className={styles["actions"]}>
            {earlier.length === 0 && hasKeys(counts) && (
              <Link
                to="/projects/$projectId/translations"
                params={{ projectId }}
                search={{ revision: String(revisionId) }}
                className={styles["keys"]}
              >
                {t("activity.show-keys")}
              </Link>
            )}
            {earlier.length === 0 && hasKeys(counts) && (
              <UndoButton projectId={projectId} target={{ revisionId }} label={t("revert.open")} />
            )}
            {!isAlone && (
              <Button
                kind="quiet"
                aria-expanded={isOpen}
                {...(isOpen ? { "aria-controls": changesId } : {})}
                icon={<ChevronRight aria-hidden className={isOpen ? styles["opened"] : styles["closed"]} />}
                onPress={() => setOpen(!isOpen)}
              >
                {t("activity.changes")}
              </Button>
            )}
          </div>
        )}
      </div>
      {isOpen && (
        <div id={changesId} className={styles["changes"]}>
          {earlier.length === 0 ? (
            <RevisionChanges projectId={projectId} revisionId={revisionId} />
          ) : (
            group.revisions.map((each) => (
              <div key={each.revisionId} className={styles["joined"]}>
                <div className={styles["facts"]}>
                  <Link
                    to="/projects/$projectId/activity/$revisionId"
                    params={{ ...params, revisionId: each.revisionId }}
                  >
                    <Time at={each.timestamp} />
                  </Link>
                  <UndoButton projectId={projectId} target={{ revisionId: each.revisionId }} label={t("revert.open")} />
                </div>
                <EntityChanges projectId={projectId} entities={entitiesOf([each])} />
              </div>
            ))
          )}
        </div>
      )}
    </li>
  )
}

const Sentence = ({ group }: { readonly group: ActivityGroup }) => {
  const t = useText()
  const { data: texts } = useQuery(activityTextsQuery(t.language))
  if (texts === undefined) return <Skeleton height="20px" />
  return (
    <p>
      {activitySentence(group, texts, t).map(({ kind, text }, index) => {
        const key = `${kind}${index}`
        return kind === "plain" ? (
          <span key={key}>{text}</span>
        ) : (
          <bdi key={key} className={styles[kind]}>
            {text}
          </bdi>
        )
      })}
    </p>
  )
}

/** The text before and after, in two lines at most: the changes have all of it. */
const ChangedText = ({ languageTag, before, after }: SingleText) => (
  <p className={styles["changed"]}>
    <bdi lang={languageTag} dir={directionOf(languageTag)}>
      {before !== "" && <del>{before}</del>} {after !== "" && <ins>{after}</ins>}
    </bdi>
  </p>
)

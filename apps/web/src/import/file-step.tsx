import { type Text, type TextKey, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Callout } from "../ui/callout.tsx"
import { ErrorDetails, errorSentence } from "../ui/error-details.tsx"
import { Progress } from "../ui/progress.tsx"
import type { NamedFile } from "./dropped-files.ts"
import { FileArea, sizeText } from "./file-area.tsx"
import styles from "./file-step.module.css"
import type { UploadReport, useUploadFiles } from "./upload-files.ts"
import { progressOfFiles } from "./upload-progress.ts"

interface FileStepProps {
  readonly upload: ReturnType<typeof useUploadFiles>
  /** Nothing was uploaded yet: the area says what to do. */
  readonly isEmpty: boolean
  /** Files that were not sent because they are too large, by name. */
  readonly tooLarge: ReadonlyArray<string>
  readonly limitBytes: number | null
  readonly onFiles: (files: ReadonlyArray<NamedFile>) => void
}

/** Files shown while they are sent; the rest is a number. */
const shownFilesMax = 8

/** The files: where they come from, how far they are, and what was found in them. */
export const FileStep = ({ upload, isEmpty, tooLarge, limitBytes, onFiles }: FileStepProps) => {
  const t = useText()
  const { running, report, error } = upload
  return (
    <>
      <FileArea
        title={t(isEmpty ? "import.drop" : "import.drop-more")}
        hint={t("import.drop-hint", { size: limitBytes === null ? "–" : sizeText(limitBytes, t.language) })}
        isLarge={isEmpty}
        onFiles={onFiles}
      />
      {running !== null && (
        <div className={styles["running"]}>
          {progressOfFiles(running.files, running.part)
            .slice(0, shownFilesMax)
            .map(({ path, part }) => (
              <Progress key={path} label={path} part={part} />
            ))}
          {running.files.length > shownFilesMax && (
            <p>{t("import.other-files", { count: running.files.length - shownFilesMax })}</p>
          )}
          {running.part >= 1 && <p role="status">{t("import.reading")}</p>}
          <div>
            <Button onPress={upload.cancel}>{t("action.cancel")}</Button>
          </div>
        </div>
      )}
      {tooLarge.length > 0 && (
        <Callout kind="failed" isNews>
          {t("import.too-large", {
            files: new Intl.ListFormat(t.language).format(tooLarge),
            size: limitBytes === null ? "–" : sizeText(limitBytes, t.language)
          })}
        </Callout>
      )}
      {error !== null && (
        <Callout kind="failed" isNews>
          <p>{errorSentence(error, t)}</p>
          <ErrorDetails error={error} />
        </Callout>
      )}
      <Findings report={report} />
    </>
  )
}

/** Detected formats with their reasons, files that could not be read, and warnings. */
const Findings = ({ report }: { readonly report: UploadReport }) => {
  const t = useText()
  return (
    <>
      {(report.formats.length > 0 || report.failures.length > 0) && (
        <ul className={styles["files"]} aria-label={t("import.files")}>
          {report.failures.map(({ fileName, reason }) => (
            <li key={`failed ${fileName}`} className={styles["file"]}>
              <bdi className={styles["name"]}>{fileName}</bdi>
              <span className={styles["failed"]}>{t("import.unreadable")}</span>
              <span className={styles["reason"]}>
                <bdi>{reason}</bdi>
              </span>
            </li>
          ))}
          {report.formats.map(({ importFileId, fileName, format, reason }) => (
            <li key={importFileId} className={styles["file"]}>
              <bdi className={styles["name"]}>{fileName}</bdi>
              <span className={styles["format"]}>{format}</span>
              <span className={styles["reason"]}>{reasonText(reason, t)}</span>
            </li>
          ))}
        </ul>
      )}
      {report.noticeCount > 0 && (
        <details className={styles["notices"]}>
          <summary>{t("import.notices", { count: report.noticeCount })}</summary>
          <ul>
            {report.notices.map((notice) => (
              <li key={JSON.stringify(notice)}>
                <bdi className={styles["place"]}>
                  {[notice.fileName, notice.line, notice.column].filter((part) => part !== null).join(":")}
                </bdi>{" "}
                {notice.keyName !== null && <bdi className={styles["key"]}>{notice.keyName}</bdi>}{" "}
                <bdi>{notice.message}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const reasons: Readonly<Record<string, TextKey>> = {
  requested: "import.format-requested",
  flags: "import.format-flags",
  score: "import.format-score",
  fallback: "import.format-fallback"
}

/** The word itself where the server has a newer one. */
const reasonText = (reason: string, t: Text): string => {
  const key = reasons[reason]
  return key === undefined ? reason : t(key)
}

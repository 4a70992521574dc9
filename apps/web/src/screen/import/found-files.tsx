import { type Text, type TextKey, useText } from "../../base/texts/text.ts"
import { NoticeList } from "../../widget/ui/notice-list.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./file-step.module.css"
import { fileTypeOf, formatName, formatsLike } from "./format-names.ts"
import type { FoundFile, UploadReport } from "./upload-files.ts"

interface FoundFilesProps {
  readonly report: UploadReport
  /** The server reads files: formats change one after the other. */
  readonly isReading: boolean
  /** Reads files again. */
  readonly onFormat: (files: ReadonlyArray<FoundFile>, format: string) => void
}

/** The files with their formats, which can be changed, those that could not be read, and warnings. */
export const FoundFiles = ({ report, isReading, onFormat }: FoundFilesProps) => {
  const t = useText()
  const types = Map.groupBy(report.files, ({ format }) => fileTypeOf(format) ?? format)
  const several = [...types].filter(([, [first, ...others]]) => others.length > 0 && isChoice(first))
  return (
    <>
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
        {several.map(([type, files]) => (
          <li key={`all ${type}`} className={styles["file"]}>
            <span className={styles["name"]}>{t("import.all-of-type", { count: files.length, type })}</span>
            <FormatSelect files={files} isDisabled={isReading} onFormat={onFormat} />
            <span className={styles["reason"]}>{t("import.format-hint")}</span>
          </li>
        ))}
        {report.files.map((file) => (
          <li key={file.importFileId} className={styles["file"]}>
            <bdi className={styles["name"]}>{file.fileName}</bdi>
            {isChoice(file) ? (
              <FormatSelect files={[file]} isDisabled={isReading} onFormat={onFormat} />
            ) : (
              <span className={styles["format"]}>{formatName(file.format)}</span>
            )}
            <span className={styles["reason"]}>{isChoice(file) && reasonText(file.reason, t)}</span>
          </li>
        ))}
      </ul>
      {report.noticeCount > 0 && <NoticeList notices={report.notices} count={report.noticeCount} />}
    </>
  )
}

const isChoice = (file: FoundFile | undefined): boolean => file !== undefined && formatsLike(file.format).length > 1

/** Files of one type whose formats differ. */
const differing = "differing"

interface FormatSelectProps {
  /** All of one type. */
  readonly files: ReadonlyArray<FoundFile>
  readonly isDisabled: boolean
  readonly onFormat: (files: ReadonlyArray<FoundFile>, format: string) => void
}

const FormatSelect = ({ files, isDisabled, onFormat }: FormatSelectProps) => {
  const t = useText()
  const [first] = files
  if (first === undefined) return null
  const isOne = files.every(({ format }) => format === first.format)
  const options = formatsLike(first.format).map((format) => ({ value: format, label: formatName(format) }))
  return (
    <div className={styles["choice"]}>
      <Select
        label={t("import.format-of", { file: files.length === 1 ? first.fileName : (fileTypeOf(first.format) ?? "") })}
        isLabelHidden
        value={isOne ? first.format : differing}
        options={isOne ? options : [{ value: differing, label: t("import.formats-differ") }, ...options]}
        onChange={(format) => {
          const others = files.filter((file) => file.format !== format)
          if (format !== differing && others.length > 0) onFormat(others, format)
        }}
        isDisabled={isDisabled}
      />
    </div>
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

import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { countText } from "./words.ts"

/** Checks whether each image is in the database or in the bucket. */
export const checkImages = ({ database, imageBucket }: DoctorFacts): ReadonlyArray<Finding> => {
  const images = database?.content?.rows?.images
  if (images === undefined) return []
  const findings: Array<Finding> = []
  const missing = images.withoutContents + (imageBucket?.missing ?? 0)
  if (missing > 0) {
    findings.push(
      finding("images-missing", {
        params: { images: missing },
        what: `The contents of ${countText(missing, "image")} are neither in the database nor in the bucket.`,
        where: "table image",
        whatToDo:
          "Restore them: the bucket has a backup of its own (docs/images.md). Else upload these screenshots again."
      })
    )
  }
  const problem = imageBucket?.problem?.trim().replace(/\.$/, "")
  if (problem !== undefined) {
    findings.push(
      finding("images-unreadable", {
        params: { problem },
        what: `Images lie in a bucket that cannot be read: ${problem}.`,
        where: "DRAGOMAN_IMAGES_S3_ENDPOINT",
        whatToDo: "Correct that: until then these images are not shown."
      })
    )
  }
  return findings
}

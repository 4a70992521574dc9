import type { DatabaseFacts, ImageBucketFacts } from "@dragoman/domain/doctor"
import { bucketSettings } from "@dragoman/settings"
import { Effect } from "effect"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { ImageBucket } from "../object-storage/image-bucket.ts"

/** Time limit of listing the bucket: the other checks wait for it. */
const listMillisMax = 20_000

/** Looks for the objects of images in their bucket; null: no image lies in one. */
export const readImageBucket = Effect.fnUntraced(function* (settings: SettingValues, database: DatabaseFacts) {
  const objects = database.content?.rows?.images.objects ?? []
  if (objects.length === 0) return null
  const unread = (problem: string): ImageBucketFacts => ({ missing: null, problem })
  const found = bucketSettings(settings, "images")
  if (found === null) return unread("it is not set")
  return yield* new ImageBucket(found).list.pipe(
    Effect.map(
      (listed): ImageBucketFacts => ({ missing: objects.filter((name) => !listed.has(name)).length, problem: null })
    ),
    Effect.catch(({ sentence }) => Effect.succeed(unread(sentence))),
    Effect.timeoutOrElse({
      duration: listMillisMax,
      orElse: () => Effect.succeed(unread("listing it takes too long"))
    })
  )
})

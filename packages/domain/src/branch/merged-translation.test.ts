import { assert, it } from "vitest"
import { type Translation, untranslated } from "../translation/translation.ts"
import { type MergeableTranslation, mergeTranslation } from "./merged-translation.ts"

const side = (
  text: string | null,
  baseText: string | null,
  marks: Partial<Translation> = {}
): MergeableTranslation => ({
  translation: { ...untranslated, text, state: text === null ? "UNTRANSLATED" : "TRANSLATED", ...marks },
  baseText
})

const merged = (
  text: string | null,
  source: MergeableTranslation,
  target: MergeableTranslation,
  baseText: string | null | undefined
) =>
  mergeTranslation(
    { text, state: text === null ? "UNTRANSLATED" : "TRANSLATED", labelIds: [] },
    source,
    target,
    baseText
  )

it.each<readonly [string, Partial<Translation>, Translation]>([
  [
    "takes the marks of the source with its text",
    { text: "neu", auto: true, mtProvider: "DEEPL", outdated: false },
    merged("neu", side("neu", "Old", { auto: true, mtProvider: "DEEPL" }), side("alt", "Old"), "Old")
  ],
  [
    "keeps the marks of the target where both have the text",
    { text: "alt", auto: false, outdated: true },
    merged("alt", side("alt", "Old", { auto: true }), side("alt", "Old", { outdated: true }), "Old")
  ],
  [
    "is outdated when the source changed the base text and marked it there",
    { text: "alt", outdated: true },
    merged("alt", side("alt", "New", { outdated: true }), side("alt", "Old"), "New")
  ],
  [
    "is up to date when the source found that it fits the new base text",
    { text: "alt", outdated: false },
    merged("alt", side("alt", "New"), side("alt", "Old"), "New")
  ],
  [
    "is outdated when the text is of one side and the base text of the other one",
    { text: "neu", outdated: true },
    merged("neu", side("neu", "Old"), side("alt", "Newer"), "Newer")
  ],
  [
    "is never outdated in the base language",
    { text: "New", outdated: false },
    merged("New", side("New", "New"), side("Old", "Old"), undefined)
  ],
  [
    "loses its marks with its text",
    { ...untranslated },
    merged(null, side(null, "Old"), side("alt", "Old", { auto: true, outdated: true }), "Old")
  ],
  [
    "is disabled where a side disabled it",
    { ...untranslated, state: "DISABLED" },
    mergeTranslation(
      { text: null, state: "DISABLED", labelIds: [] },
      side(null, "Old", { state: "DISABLED" }),
      side(null, "Old"),
      "Old"
    )
  ]
])("a merged translation %s", (_, expected, translation) => {
  assert.deepInclude(translation, expected)
})

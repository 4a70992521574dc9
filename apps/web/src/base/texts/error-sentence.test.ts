import { errorCodes } from "@dragoman/domain/error"
import { assert, describe, it } from "vitest"
import ar from "./error/ar.json"
import cs from "./error/cs.json"
import en from "./error/en.json"
import { codeSentence, fieldSentence } from "./error-sentence.ts"

/** Failures of requests that the console does not send: with API keys and tokens, and with parameters that it does not use. */
const codesOfPrograms = [
  "api_access_forbidden",
  "cannot_modify_project_translation_memory",
  "cannot_remove_other_keys",
  "cannot_set_state_for_missing_translation",
  "cannot_sort_by_this_column",
  "cannot_unassign_project_from_own_translation_memory",
  "console_header_missing",
  "custom_values_json_too_long",
  "expect_no_conflict_failed",
  "filter_by_value_label_not_valid",
  "filter_by_value_qa_check_type_not_valid",
  "filter_by_value_state_not_valid",
  "filter_pattern_language_not_valid",
  "filter_pattern_not_valid",
  "import_failed",
  "import_keys_error",
  "import_plan_outdated",
  "import_stopped",
  "invalid_pat",
  "invalid_project_api_key",
  "multiple_mappings_for_same_file_language_name",
  "no_project_id_provided",
  "no_translations_to_recheck",
  "pak_access_not_allowed",
  "pak_created_for_different_project",
  "pat_access_not_allowed",
  "pat_expired",
  "project_api_key_expired",
  "project_not_selected",
  "provide_only_one_of_screenshots_and_screenshot_uploaded_image_ids",
  "qa_checks_not_enabled",
  "set_exactly_one_of_scopes_or_type",
  "sorting_and_paging_is_not_supported_when_using_cursor",
  "too_many_mappings_for_file",
  "translation_exists",
  "translation_memory_duplicate_project_assignment",
  "translation_memory_entry_duplicate_target_language",
  "unknown_sort_property",
  "unsupported_media_type"
]

/** Messages about parameters that the console always sends. */
const messagesOfPrograms = [
  "must be a URL",
  "must be 16, 26 or 32 characters of a to z and 2 to 7",
  "is not a filter of this list",
  "must be pairs of a language tag and a score, such as cs,70"
]

const sources = import.meta.glob<string>(
  [
    "../../../../../packages/domain/src/**/*.ts",
    "../../../../server/src/**/*.ts",
    "!**/*.test.ts",
    "!**/{doctor,testing,contract}/**"
  ],
  { query: "?raw", import: "default", eager: true }
)

/** The messages at fields in the sources of the server, with numbers and words in place of what is put in. */
const messagesOfServer = (): ReadonlyArray<string> =>
  Object.values(sources)
    .flatMap((source) => [...source.matchAll(/["`]((?:must|size|length|can not|is not a filter) [^"`\n]+)["`]/g)])
    .map(([, message = ""]) =>
      message.replace(/\$\{(\w+)[^}]*\}/g, (_, word) => (/m(ax|in)/i.test(String(word)) ? "7" : "cs"))
    )

describe("a sentence about a failure", () => {
  it("is there for every code that a person can meet", () => {
    const codes = Object.keys(errorCodes).filter((code) => !codesOfPrograms.includes(code))
    const missing = codes.filter((code) => !Object.hasOwn(en, `code.${code}`))
    assert.deepStrictEqual(missing, [])
    const unknown = Object.keys(en).filter((key) => key.startsWith("code.") && !codes.includes(key.slice(5)))
    assert.deepStrictEqual(unknown, [])
  })

  it("is there for every message that the server has for fields", () => {
    const messages = messagesOfServer().filter((message) => !messagesOfPrograms.includes(message))
    assert.isAbove(messages.length, 15)
    const unknown = messages.filter((message) => fieldSentence(en, "en", message) === message)
    assert.deepStrictEqual(unknown, [])
  })

  it("has the parameters of the failure, and none is shown without them", () => {
    assert.strictEqual(
      codeSentence(cs, "cs", "translation_text_too_long", [10_000]),
      "Text je delší, než je dovoleno: nejvýše 10\u00a0000 znaků."
    )
    assert.strictEqual(
      codeSentence(en, "en", "user_is_only_owner_of_organizations", ["Harbour", "Quay"]),
      "The user is the only owner of Harbour, Quay. Make another user an owner, or delete these too."
    )
    assert.isNull(codeSentence(en, "en", "translation_text_too_long", []))
    assert.isNull(codeSentence(en, "en", "toString"))
  })

  it("has the numbers of a message at a field, and shows an unknown one as it is", () => {
    assert.strictEqual(fieldSentence(cs, "cs", "size must be between 3 and 50"), "Délka musí být mezi 3 a 50.")
    assert.strictEqual(fieldSentence(ar, "ar", "must not be blank"), ar["field.required"])
    assert.strictEqual(fieldSentence(en, "en", "must be green"), "must be green")
  })
})
